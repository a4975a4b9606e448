package dev.actonce.catalog;

import com.networknt.schema.annotation.Annotation;
import com.networknt.schema.annotation.Annotations;
import com.networknt.schema.path.NodePath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What keywords found about each value. The validator reads all that there is about a value for
 * each {@code unevaluatedProperties}, {@code unevaluatedItems} and each schema that fails, and is
 * charged for that. Confined to one check.
 */
final class MeteredAnnotations extends Annotations {
  private final Map<NodePath, List<Annotation>> found = new Found();
  private final MeteredContext meter;

  MeteredAnnotations(MeteredContext meter) {
    this.meter = meter;
  }

  @Override
  public Map<NodePath, List<Annotation>> asMap() {
    return found;
  }

  @Override
  public void put(Annotation annotation) {
    found
        .computeIfAbsent(annotation.getInstanceLocation(), place -> new ArrayList<>())
        .add(annotation);
  }

  private final class Found extends HashMap<NodePath, List<Annotation>> {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable List<Annotation> get(Object place) {
      return charged(super.get(place));
    }

    @Override
    public List<Annotation> getOrDefault(Object place, List<Annotation> none) {
      List<Annotation> all = charged(super.get(place));
      return all == null ? none : all;
    }

    private @Nullable List<Annotation> charged(@Nullable List<Annotation> all) {
      meter.chargePaths(all == null ? 0 : all.size());
      return all;
    }
  }
}
