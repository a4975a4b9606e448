package dev.actonce.testing;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** This build's class path as a project has it that lacks some of its libraries. */
public final class Without {
  private Without() {}

  /**
   * A class loader of its own classes.
   *
   * @param names starts of the file names of jars that are left out
   */
  public static URLClassLoader jars(String... names) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      String file = String.valueOf(path.getFileName());
      if (List.of(names).stream().noneMatch(file::startsWith)) {
        urls.add(path.toUri().toURL());
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }
}
