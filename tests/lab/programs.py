# SPDX-License-Identifier: GPL-3.0-or-later
"""Our programs have no suffix, and each is a module for its neighbours, too."""
import importlib.machinery
import importlib.util
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def load(path):
    """The program at PATH, seen from this folder, as a module: its main() is not run."""
    loader = importlib.machinery.SourceFileLoader(os.path.basename(path).replace("-", "_"), os.path.join(HERE, path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module
