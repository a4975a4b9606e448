/** ActOnce: agents that act exactly once. Sub-packages hold the parts; see DESIGN section 8. */
@NullMarked
package dev.actonce;

import org.jspecify.annotations.NullMarked;
