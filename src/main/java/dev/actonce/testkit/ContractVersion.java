package dev.actonce.testkit;

/** Which ActOnce performs the tools that it calls over HTTP. */
final class ContractVersion {
  private ContractVersion() {}

  static String ofActOnce() {
    String version = ContractVersion.class.getPackage().getImplementationVersion();
    return "actonce " + (version == null ? "(not packaged)" : version);
  }
}
