"""Lines of input: edited, with history and completion, where there is a terminal; as they come everywhere else."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .spelling import spelt

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

MENU = 4  # lines under the prompt for choices


class Choice(NamedTuple):
    """Something that can be typed in the place of the last `back` characters."""

    text: str
    back: int = 0


Choices = Callable[[str], Iterable[Choice]]
Read = Callable[[str, Choices], str]


def plain_line(prompt: str, choices: Choices) -> str:
    """A line as it comes."""
    return input(prompt)


def is_terminal() -> bool:
    """Whether somebody sits at the screen and the keyboard."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def reader(folder: Path, plain: bool) -> Read:
    """How lines are read here: edited at a terminal, unless plain lines are wanted."""
    if plain or not is_terminal():
        return plain_line
    return Editor(folder / "typed").line


class Editor:
    """A line with arrow keys, the lines typed before, and what may be typed now: Tab or Down shows it."""

    def __init__(self, history: Path) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import FileHistory, InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        try:
            history.touch(mode=0o600)
            kept: FileHistory | InMemoryHistory = FileHistory(history)
        except OSError:  # read-only: this evening is remembered
            kept = InMemoryHistory()
        self.session: PromptSession[str] = PromptSession(
            history=kept, complete_while_typing=False, reserve_space_for_menu=MENU, key_bindings=_keys(),
            complete_style=CompleteStyle.MULTI_COLUMN,
        )  # fmt: skip

    def line(self, prompt: str, choices: Choices) -> str:
        """A line, edited."""
        from prompt_toolkit.completion import Completer, Completion

        class Possible(Completer):
            def get_completions(self, document: "Document", complete_event: "CompleteEvent") -> "Iterator[Completion]":
                for choice in choices(document.text_before_cursor):
                    yield Completion(choice.text, -choice.back)

        return self.session.prompt(spelt(prompt, sys.stdout.encoding), completer=Possible())


def _keys() -> "KeyBindings":
    """Down on an empty line opens the menu, as Tab does."""
    from prompt_toolkit.application import get_app
    from prompt_toolkit.buffer import CompletionState
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()

    @Condition
    def nothing_typed() -> bool:
        buffer = get_app().current_buffer
        return not buffer.text and buffer.complete_state is None

    @keys.add("down", filter=nothing_typed)
    def _(event: "KeyPressEvent") -> None:
        buffer = event.current_buffer
        found = list(buffer.completer.get_completions(buffer.document, CompleteEvent(completion_requested=True)))
        if found:  # at once: whoever presses Enter quickly means what is shown
            buffer.complete_state = CompletionState(buffer.document, found)
            buffer.go_to_completion(0)

    return keys
