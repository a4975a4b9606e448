package dev.actonce.catalog.contract;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.SafetyClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * A directory of contract records, one file {@code TOOL.json} each, meant to be committed beside
 * the catalog. Thread-safe as far as the file system is: a record is replaced as a whole.
 */
public final class ContractRecords {
  /** Where records are unless told otherwise: in this directory beside the catalog. */
  public static final String DEFAULT_DIRECTORY = "contracts";

  /** The tag of every contract suite; the command that makes records runs what carries it. */
  public static final String TAG = "actonce-contract";

  private final Path directory;

  /** Records in a directory, which need not exist yet. */
  public ContractRecords(Path directory) {
    this.directory = directory;
  }

  /** The default directory for a catalog's records. */
  public static Path beside(Path catalog) {
    return catalog.resolveSibling(DEFAULT_DIRECTORY);
  }

  /**
   * Writes or replaces a tool's record.
   *
   * @return its file
   * @throws ActOnceException INVALID_SETTING if the directory is not writable
   */
  public Path write(ContractRecord record) {
    Path file = file(record.tool());
    try {
      Files.createDirectories(directory);
      Path draft = file.resolveSibling(file.getFileName() + ".tmp");
      try {
        Files.writeString(draft, RecordFormat.write(record));
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
      return file;
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot write the contract record " + file + ": " + e + "; name a writable directory",
          e);
    }
  }

  /**
   * A tool's record.
   *
   * @return empty if there is none
   * @throws ActOnceException INVALID_SETTING if there is a file, but no record of this tool in it
   */
  public Optional<ContractRecord> find(String tool) {
    Path file = file(tool);
    try {
      ContractRecord record = RecordFormat.read(Files.readString(file));
      if (!record.tool().equals(tool)) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING, "it is the record of '" + record.tool() + "'");
      }
      return Optional.of(record);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new ActOnceException(ErrorCode.INVALID_SETTING, "it cannot be read: " + e, e);
    }
  }

  /**
   * Refuses a catalog unless every tool with {@code contract: required} that has effects has a
   * record of its present policy.
   *
   * @throws ActOnceException CONTRACT_MISSING with each tool's reason, and the command that makes
   *     records
   */
  public void require(Catalog catalog) {
    List<String> refused =
        catalog.tools().stream().flatMap(tool -> objection(tool).stream()).toList();
    if (!refused.isEmpty()) {
      throw new ActOnceException(
          ErrorCode.CONTRACT_MISSING,
          "the catalog requires contracts that are not proved: "
              + String.join("; ", refused)
              + "; to make the records, run 'mvn test -Dgroups="
              + TAG
              + "' where the @ExactlyOnceContract tests are, and put them into "
              + directory.toAbsolutePath().normalize());
    }
  }

  private Optional<String> objection(Tool tool) {
    if (tool.contract() != Tool.Contract.REQUIRED
        || tool.policy().safety() == SafetyClass.READ_ONLY) {
      return Optional.empty();
    }
    String place = tool.action() + " (" + file(tool.action()) + "): ";
    try {
      Optional<ContractRecord> record = find(tool.action());
      if (record.isEmpty()) {
        return Optional.of(place + "there is no record");
      }
      String proved = record.get().policyHash();
      return proved.equals(tool.policy().hash())
          ? Optional.empty()
          : Optional.of(
              place
                  + "the record is of policy %s, the catalog has %s"
                      .formatted(abbreviated(proved), abbreviated(tool.policy().hash())));
    } catch (ActOnceException e) {
      return Optional.of(place + e.getMessage());
    }
  }

  /** A name of one file, without characters that some file systems refuse. */
  private Path file(String tool) {
    return directory.resolve(tool.replace(":", "%3A").replace("/", "%2F") + ".json");
  }

  private static String abbreviated(String hash) {
    return hash.length() > 12 ? hash.substring(0, 12) + ".." : hash;
  }
}
