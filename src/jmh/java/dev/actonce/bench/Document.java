package dev.actonce.bench;

import java.nio.charset.StandardCharsets;

/**
 * Arguments of 1,024 bytes of UTF-8: members in no order, four levels, white space as Python writes
 * it, escapes, a null, and numbers of all kinds.
 */
public enum Document {
  /** With letters and signs beyond Latin-1, as a person's data has. */
  UNICODE {
    @Override
    String written() {
      return INVOICE;
    }
  },
  /** The same in ASCII. */
  ASCII {
    @Override
    String written() {
      return INVOICE
          .replace("Zoë Müller-Łukaszewska", "Zoe Mueller-Lukaszewska")
          .replace("Königstraße", "Koenigstrasse")
          .replace("Köln", "Koeln")
          .replace("Größe", "Groesse")
          .replace("☕", "(hot)")
          .replace("東京", "Tokyo");
    }
  };

  private static final int BYTES = 1024;

  private static final String INVOICE =
      """
      {"customer_id": "cus_9f8a7b6c5d4e", "amount": 1490.50, "currency": "EUR", "capture": true, \
      "billing": {"name": "Zoë Müller-Łukaszewska", "email": "zoe@example.com", "address": {\
      "street": "Königstraße 12", "city": "Köln", "zip": "50667", "country": "DE"}}, "items": [\
      {"sku": "TSHIRT-M-BLUE", "title": "T-Shirt, blau \\"Größe M\\"", "quantity": 2, \
      "unit_price": 19.90, "tax_rate": 0.19}, {"sku": "MUG-042", "title": "Kaffeebecher ☕ 330 ml", \
      "quantity": 1, "unit_price": 12.5, "tax_rate": 0.19}, {"sku": "SHIP-EXP", "title": \
      "東京 express\\u00a0delivery", "quantity": 1, "unit_price": 1.43870e3, "tax_rate": 0}], \
      "metadata": {"order_id": 2512292042121000001, "channel": "agent", "campaign": null, \
      "labels": ["priority", "gift", "2026-q1"], "score": -0.000125, "consent": {"terms": true, \
      "marketing": false, "at": "2026-01-02T03:04:05Z"}}, "description": "Invoice for order 2512292042: \
      two shirts and a mug.", \
      "due": 14, "notify": ["zoe@example.com", "billing@example.com"]}""";

  abstract String written();

  /** The document. */
  public String text() {
    String open = written().substring(0, written().length() - 1) + ", \"note\": \"";
    int missing = BYTES - open.getBytes(StandardCharsets.UTF_8).length - 2;
    if (missing < 0) {
      throw new IllegalStateException(this + " is " + -missing + " bytes too long");
    }
    return open + "x".repeat(missing) + "\"}";
  }
}
