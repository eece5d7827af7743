"""Fetches and unpacks Debian's source packages."""

import re
import subprocess
from pathlib import Path


class Problem(Exception):
    """Something that keeps a package from being built; its text is for people."""


class Sources:
    """Downloads into a folder, with package lists of its own: the machine's may
    not include sources, and are left as they are."""

    def __init__(self, folder):
        self.folder = folder
        self.lists_read = False

    def fetch(self, name):
        """Returns the version of the source package and its archive."""
        if not self.archive(name):
            self.read_lists()
            self.apt_get("source", "--download-only", name)
        archive = self.archive(name)
        if not archive:
            raise Problem(f"{name}: the source package has no archive")
        return re.search(r"_([^_]+)\.orig\.tar", archive.name).group(1), archive

    def archive(self, name):
        found = sorted(self.folder.glob(f"{name}_*.orig.tar.*"))
        found = [path for path in found if path.suffix != ".asc"]
        return found[-1] if found else None

    def unpack(self, name, tree):
        _, archive = self.fetch(name)
        tree.mkdir(parents=True)
        subprocess.run(["tar", "-C", tree, "--strip-components=1", "--no-same-owner",
                        "-xf", archive], check=True)

    def read_lists(self):
        if self.lists_read:
            return
        for folder in ("sources", "lists/partial", "cache/archives/partial"):
            (self.folder / folder).mkdir(parents=True, exist_ok=True)
        for path in [Path("/etc/apt/sources.list"),
                     *Path("/etc/apt/sources.list.d").glob("*.*")]:
            if path.suffix in (".list", ".sources") and path.is_file():
                text = re.sub(r"^deb(\s)", r"deb-src\1", path.read_text(), flags=re.M)
                text = re.sub(r"^Types:.*", "Types: deb-src", text, flags=re.M)
                (self.folder / "sources" / path.name).write_text(text)
        self.apt_get("update")
        self.lists_read = True

    def apt_get(self, *arguments):
        settings = {
            "APT::Sandbox::User": "root",
            "Dir::Etc::SourceList": "/dev/null",
            "Dir::Etc::SourceParts": self.folder / "sources",
            "Dir::State::Lists": self.folder / "lists",
            "Dir::Cache": self.folder / "cache",
        }
        command = ["apt-get", "-q"]
        for key, value in settings.items():
            command += ["-o", f"{key}={value}"]
        done = subprocess.run([*command, *arguments], cwd=self.folder,
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise Problem(f"{' '.join(['apt-get', *arguments])} failed:\n{done.stderr}")
