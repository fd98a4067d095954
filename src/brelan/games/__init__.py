"""One folder a game; none imports another. Called, `brelan.games()` lists them by name."""

import sys
from types import ModuleType


class Folder(ModuleType):
    """This package: importing a game from it must not hide the function of the same name."""

    def __call__(self) -> list[str]:
        """The games there are, by name."""
        from ..core.game import names

        return names()


sys.modules[__name__].__class__ = Folder
