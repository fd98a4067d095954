"""Lines of input: edited, with history and completion, in a terminal; plain everywhere else."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .spelling import spelt

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

MENU = 4  # lines below the prompt, for choices


class Choice(NamedTuple):
    """A completion, which replaces the last `back` characters."""

    text: str
    back: int = 0


Choices = Callable[[str], Iterable[Choice]]
Read = Callable[[str, Choices], str]


def plain_line(prompt: str, choices: Choices) -> str:
    """Read a line without editing."""
    return input(prompt)


def is_terminal() -> bool:
    """Whether input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def reader(folder: Path, plain: bool) -> Read:
    """Return how to read lines: edited in a terminal, unless plain lines are wanted."""
    if plain or not is_terminal():
        return plain_line
    return Editor(folder / "typed").line


class Editor:
    """A line editor with arrow keys, history, and completion by Tab or Down."""

    def __init__(self, history: Path) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import FileHistory, InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        try:
            history.touch(mode=0o600)
            kept: FileHistory | InMemoryHistory = FileHistory(history)
        except OSError:  # a read-only folder: keep the history in memory
            kept = InMemoryHistory()
        self.session: PromptSession[str] = PromptSession(
            history=kept, complete_while_typing=False, reserve_space_for_menu=MENU, key_bindings=_keys(),
            complete_style=CompleteStyle.MULTI_COLUMN,
        )  # fmt: skip

    def line(self, prompt: str, choices: Choices) -> str:
        """Read a line with editing."""
        from prompt_toolkit.completion import Completer, Completion

        class Possible(Completer):
            def get_completions(self, document: "Document", complete_event: "CompleteEvent") -> "Iterator[Completion]":
                for choice in choices(document.text_before_cursor):
                    yield Completion(choice.text, -choice.back)

        return self.session.prompt(spelt(prompt, sys.stdout.encoding), completer=Possible())


def _keys() -> "KeyBindings":
    """Let Down open the menu on an empty line, as Tab does."""
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
        if found:  # at once: Enter means what is shown
            buffer.complete_state = CompletionState(buffer.document, found)
            buffer.go_to_completion(0)

    return keys
