"""The page parses whole moves and answers questions like Python: both encode them for the same engine."""

import random
from typing import Any

from games.jokrummy.test_help import HOW, asked, moments, move, slot_of
from pocket.page_table import told

from brelan import Table, replay
from brelan.core.errors import IllegalAction
from brelan.core.game import game
from brelan.games.jokrummy.cards import NAMES
from brelan.games.koomi.help import answer as exercised

WRONG = ("JK=8", "2C=9D", "JK", "2H=A", "9C", "KS", "JK=2S")  # what may be added to a group to spoil it


def test_a_rummy_players_questions_and_moves() -> None:
    luck = random.Random(26)
    jobs: list[dict[str, Any]] = []
    wanted: list[dict[str, Any]] = []
    setups: list[tuple[int, int, dict[str, Any]]] = [(2, 3, {}), (4, 4, {"natural_each": True}), (3, 9, {"hold": 3})]
    for seats, seed, options in setups:
        for text in [table.notation() for table in moments(seats, seed, **options)][:12]:
            table = replay(text)
            seat, slot = table.seat, slot_of(table)
            proposals = [asked(table, seat, ask="propose", slot=slot, how=how) for how in HOW]
            questions: list[dict[str, Any]] = [{"ask": "plan"}]
            questions += [*({"ask": "propose", "slot": slot, "how": how} for how in HOW)]
            questions += [rows(luck, slot, found["groups"]) for found in (*proposals, {"groups": hands(table)})]
            moves = [move(found) for found in proposals]
            moves += [spoiled(luck, found) for found in proposals for _ in range(8)]
            moves += [{"new": [luck.sample(hand, 4)]} for hand in hands(table)]
            jobs.append({"job": "own", "text": text, "seat": seat, "questions": questions, "moves": moves})
            answers = [asked(table, seat, **question) for question in questions]
            wanted.append({"answers": answers, "moves": [unfolded(table, one) for one in moves]})
    assert len(jobs) > 20
    assert sum(isinstance(found, list) for one in wanted for found in one["moves"]) > len(jobs)
    for job, found, mine in zip(jobs, told(game("jokrummy"), jobs), wanted, strict=True):
        for part, given in (("answers", job["questions"]), ("moves", job["moves"])):
            for said, one, other in zip(given, found[part], mine[part], strict=True):
                assert one == other, said


def hands(table: Table) -> list[list[str]]:
    """The hand at turn."""
    return [[NAMES[card] for card in table.view(table.seat)["hands"][table.seat]]]


def rows(luck: random.Random, slot: int, groups: list[list[str]]) -> dict[str, Any]:
    """The question how cards go into rows, in any order."""
    plain = [[card.partition("=")[0] for card in group] for group in groups]
    return {"ask": "rows", "slot": slot, "rows": [luck.sample(row, len(row)) for row in plain]}


def spoiled(luck: random.Random, proposal: dict[str, Any]) -> dict[str, Any]:
    """A move much like one that goes: cards out of order, missing, too many, or not said to be what they are."""
    groups = [list(group) for group in proposal["groups"]]
    for group in groups:
        match luck.randrange(5):
            case 0:
                luck.shuffle(group)
            case 1:
                group.pop()
            case 2:
                group.append(luck.choice(WRONG))
            case 3:
                group[:] = [card.partition("=")[0] for card in group]
    return {**move(proposal), "groups": groups}


def unfolded(table: Table, said: dict[str, Any]) -> Any:
    """The actions of a move, or why it is refused."""
    try:
        return table.read(said)
    except IllegalAction as refusal:
        return {"clause": refusal.clause, "step": refusal.step}


def test_a_koomi_learners_exercises() -> None:
    luck, questions = random.Random(26), []
    for seed in range(60):
        setup = {"numbers": luck.choice(game("koomi").options["numbers"].values), "aids": luck.random() < 0.5}
        drawn = {"ask": "exercise", "cards": luck.randrange(2, 9), "seed": seed, **setup}
        given = {**(exercised(None, -1, drawn) or {}), "numbers": setup["numbers"]}
        steps = [f"add {card}" for card in given["hand"] if card[0] in "+-"]
        tries = [luck.sample(steps, luck.randrange(len(steps) + 1)) for _ in range(6)]
        questions += [drawn, {"ask": "ways", **given}]
        questions += [{"ask": "try", **given, "steps": [*try_, *luck.choice((["stop"], []))]} for try_ in tries]
    [found] = told(game("koomi"), [{"job": "own", "text": "", "seat": -1, "questions": questions, "moves": []}])
    wanted = [exercised(None, -1, question) for question in questions]
    for question, one, other in zip(questions, found["answers"], wanted, strict=True):
        assert one == other, question
    assert {answer["made"] for answer in wanted if answer and "made" in answer} == {True, False}
