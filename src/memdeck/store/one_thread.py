"""Linear algebra on one thread.

With two threads on a busy machine, waiting for each other made single queries take 200 to 600 ms where
one thread needs 3 (docs/retrieval.md). The libraries read the variables when they are loaded, so they
are set here, before the one place that loads numpy.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType

_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def load_numpy() -> ModuleType:
    """Import numpy so that it works on one thread; what the person set in the environment stays."""
    if "numpy" not in sys.modules:
        for name in _VARIABLES:
            os.environ.setdefault(name, "1")
        os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    import numpy

    return numpy
