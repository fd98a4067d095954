"""PPO on the vector environment, in one file: against our bots, or with --selfplay against itself.

    python examples/ppo_vector.py --game joomo --seats 2 --minutes 10 --against medium
    python examples/ppo_vector.py --game joomo --seats 2 --minutes 10 --selfplay --paid points
    tensorboard --logdir runs

Every seat sees the observation vector, the mask, and nothing else (docs/observations.md). Lists of cards become sets,
values get an input each where they are few, and seats are counted from one's own; inputs that never vary are left
out. All this follows from the game's fields, so any game can be trained. At the end it plays against the levels, on
deals it has not seen.
"""

import argparse
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from brelan.core.errors import BadSetup
from brelan.core.game import Game, game, names
from brelan.lab import VectorEnv
from brelan.lab.interval import Share, share, sure
from brelan.lab.observation import Observer, pieces

LENGTH, EPOCHS, PARTS = 64, 3, 16
DISCOUNT, TRACE, CLIP, CURIOSITY, RATE = 1.0, 0.95, 0.2, 0.01, 5e-4
PAID = 0.1  # what a point is worth on the way, against the others' mean
LEVELS = ("random", "easy", "medium", "hard")
CARDS = 128  # lists of values up to this become sets,
SHORT = 4  # unless they are so short that each place of the list can be told
PLACES = 512  # pieces get an input for every value of every number if they are no more than this
WIDE = 64  # a range that is wide: most values are small then
RARE = 1e-3  # inputs that vary less in random play are left out


class Encoder:
    """What seats see at tables of a size as inputs of a network, for any game."""

    def __init__(self, found: Game, seats: int) -> None:
        self.game, self.seats, self.pieces = found, seats, pieces(found)
        self.fields, self.kept = found.rules.State.fields, torch.arange(0)
        self.kept = self._varied()

    def __call__(self, seen: Any, mask: torch.Tensor) -> torch.Tensor:
        """A row of inputs for every observation with what is allowed."""
        rows = torch.cat([mask.float(), *self._parts(torch.tensor(seen))], 1)
        return rows[:, self.kept] if len(self.kept) else rows

    def _varied(self, steps: int = 512) -> torch.Tensor:
        """Which inputs vary in random play: with these seats and options many never do."""
        env = VectorEnv(self.game, 64, self.seats, None, autoreset_mode="SameStep", threads=1)
        env.reset(seed=0)
        total = square = torch.zeros(())
        for _ in range(steps):
            rows = self(env.tables.seen, torch.tensor(env.tables.masks))
            total, square = total + rows.mean(0) / steps, square + rows.square().mean(0) / steps
            env.step(env.sample())
        return (square - total.square() > RARE).nonzero().squeeze(1)

    def _parts(self, seen: torch.Tensor) -> Iterator[torch.Tensor]:
        me = seen[:, : self.game.most].argmax(1)
        turn = (me[:, None] + torch.arange(self.seats)) % self.seats
        for name, piece in self.pieces.items():
            if name == "me":
                continue
            field, values, span = self.fields[name], piece.of(seen), piece.most - piece.least + 1
            by_seat = bool(piece.shape) and piece.shape[0] == self.game.most
            if by_seat:
                values = _turned(values, turn)
            if field.word == "owner":
                values = values[:, :1]  # the others' are hidden
            if not piece.shape and piece.most == self.game.most - 1:
                yield self._seat(values.long(), me)
            elif field.counter in self.pieces and span <= CARDS:
                counts = self.pieces[field.counter].of(seen)
                counts, lists = (_turned(counts, turn), values) if by_seat else (counts[:, None], values[:, None])
                for row in range(lists.shape[1]):
                    yield from self._list(lists[:, row], counts[:, row : row + 1], piece.most)
            else:
                yield from self._numbers(values.reshape(len(seen), -1), piece.least, span)

    def _seat(self, whose: torch.Tensor, me: torch.Tensor) -> torch.Tensor:
        """A seat, counted from one's own; nobody is nowhere."""
        return nn.functional.one_hot((whose - me) % self.seats, self.seats).float() * (whose >= 0)[:, None]

    def _list(self, values: torch.Tensor, count: torch.Tensor, most: int) -> Iterator[torch.Tensor]:
        """The first `count` cards: each in its place if they are few, else how often each is there, and the last."""
        cards = values.flatten(1).long().clamp(0, most)
        there = (torch.arange(cards.shape[1])[None] < count).float()
        if cards.shape[1] <= SHORT:
            yield (nn.functional.one_hot(cards, most + 1) * there[:, :, None]).flatten(1)
            return
        yield torch.zeros(len(cards), most + 1).scatter_add_(1, cards, there)
        last = (count.long() - 1).clamp(0, cards.shape[1] - 1)
        yield torch.zeros(len(cards), most + 1).scatter_(1, cards.gather(1, last), (count > 0).float())

    def _numbers(self, values: torch.Tensor, least: int, span: int) -> Iterator[torch.Tensor]:
        """Numbers by their bounds, and a place for each value where there are not too many."""
        if values.shape[1] * span <= PLACES:
            yield nn.functional.one_hot((values - least).long().clamp(0, span - 1), span).flatten(1).float()
        if span > 2:
            yield (values / min(span, WIDE)).clamp(-4, 4)


def _turned(values: torch.Tensor, turn: torch.Tensor) -> torch.Tensor:
    """What belongs to seats, one's own first."""
    return values[torch.arange(len(values))[:, None], turn]


class Network(nn.Module):
    """What to do, and what will come of it."""

    def __init__(self, found: Game, seats: int, width: int = 256) -> None:
        super().__init__()
        self.encoder = Encoder(found, seats)
        inputs, actions = len(self.encoder.kept), len(found.rules.ACTIONS)
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.choice, self.worth = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, inputs: torch.Tensor, mask: torch.Tensor) -> tuple[Any, torch.Tensor]:
        """How likely each action is, and what is expected."""
        hidden = self.body(inputs)
        scores = self.choice(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=scores, validate_args=False), self.worth(hidden).squeeze(-1)

    def look(self, env: VectorEnv) -> tuple[torch.Tensor, torch.Tensor]:
        """The inputs and masks of all tables."""
        mask = torch.tensor(env.tables.masks)
        return self.encoder(env.tables.seen, mask), mask


def points(env: VectorEnv, paid: str | None) -> torch.Tensor:
    """What every seat has of a field that is public; 0 without one."""
    if paid is None:
        return torch.zeros(env.num_envs, env.seats)
    return torch.tensor(env.tables.states[paid][:, : env.seats].astype(np.float32))


def experience(env: VectorEnv, network: Network, scale: float, paid: str | None) -> dict[str, torch.Tensor]:
    """A stretch of play at all tables: what was seen and done, what came of it, and how much better than expected.

    Whose action it was matters: each seat is paid for its own, also by what others do before its next one.
    """
    kept: dict[str, list[Any]] = {name: [] for name in ("inputs", "mask", "action", "likely", "worth", "seat")}
    gains, ends = [], []
    for _ in range(LENGTH):
        inputs, mask = network.look(env)
        with torch.no_grad():
            chances, worth = network(inputs, mask)
            action = chances.sample()
        seat, before = torch.tensor(env.tables.turns).long(), points(env, paid)
        for name, value in zip(kept, (inputs, mask, action, chances.log_prob(action), worth, seat), strict=True):
            kept[name].append(value)
        _, _, over, _, info = env.step(action.cpu().numpy())
        grown = torch.where(torch.tensor(over)[:, None], 0.0, points(env, paid) - before)
        gains.append(torch.tensor(info["gains"]) * scale + PAID * (grown - grown.mean(1, keepdim=True)))
        ends.append(torch.tensor(over))
    with torch.no_grad():
        worth = network(*network.look(env))[1]
    return {**{name: torch.stack(rows) for name, rows in kept.items()}, **credit(kept, gains, ends, worth, env)}


def credit(kept: dict[str, Any], gains: list[Any], ends: list[Any], worth: Any, env: VectorEnv) -> dict[str, Any]:
    """The generalised advantage of every action, seat by seat, from the last one back."""
    rows, (tables, seats) = torch.arange(env.num_envs), gains[0].shape
    pending, later, better = (torch.zeros(tables, seats) for _ in range(3))
    known = torch.zeros(tables, seats, dtype=torch.bool)
    turn = torch.tensor(env.tables.turns).long()
    later[rows, turn], known[rows, turn] = worth, True  # what follows is judged only where somebody looks at it
    found, valid = [], []
    for t in reversed(range(LENGTH)):
        over, seat, value = ends[t][:, None], kept["seat"][t], kept["worth"][t]
        pending, later, better = (torch.where(over, 0.0, part) for part in (pending, later, better))
        known, pending = known | over, pending + gains[t]
        surprise = pending[rows, seat] + DISCOUNT * later[rows, seat] - value
        gain = surprise + DISCOUNT * TRACE * better[rows, seat]
        sure = known[rows, seat]
        found.append(gain)
        valid.append(sure)
        later[rows, seat], better[rows, seat] = value, torch.where(sure, gain, 0.0)
        pending[rows, seat], known[rows, seat] = 0.0, True
    return {"better": torch.stack(found[::-1]), "valid": torch.stack(valid[::-1])}


def learn(network: Network, adam: Any, kept: dict[str, torch.Tensor]) -> dict[str, float]:
    """One update by clipped steps, from every action that was a choice."""
    rows = (kept["valid"] & (kept["mask"].sum(-1) > 1)).flatten()
    flat = {name: part.flatten(0, 1)[rows] for name, part in kept.items()}
    target = flat["better"] + flat["worth"]
    gain = (flat["better"] - flat["better"].mean()) / (flat["better"].std() + 1e-8)
    told: dict[str, float] = {}
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(target)).split(kept["valid"].numel() // PARTS):
            chances, worth = network(flat["inputs"][rows], flat["mask"][rows])
            ratio = (chances.log_prob(flat["action"][rows]) - flat["likely"][rows]).exp()
            cautious = torch.min(ratio * gain[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[rows]).mean()
            error, curious = (worth - target[rows]).pow(2).mean(), chances.entropy().mean()
            adam.zero_grad()
            (-cautious + 0.5 * error - CURIOSITY * curious).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            adam.step()
            told = {"error": error.item(), "entropy": curious.item(), "gain": cautious.item()}
    return told


def train(given: argparse.Namespace, found: Game, logs: Path | None) -> Network:
    """For so many minutes; ten times on the way it plays against `--against`, for the curve."""
    torch.manual_seed(given.seed)
    network = Network(found, given.seats)
    adam = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    seat = None if given.selfplay else "each"
    env = VectorEnv(found, given.tables, given.seats, seat, given.against, autoreset_mode="SameStep")
    env.reset(seed=given.seed)
    writer, clock = board(logs), time.process_time if given.cpu else time.perf_counter
    begun, steps, looks, scale = clock(), 0, 0, 0.02 if found.team else 1.0
    while (part := (clock() - begun) / (60 * given.minutes)) < 1:
        adam.param_groups[0]["lr"] = RATE * max(0.05, 1 - part)
        kept = experience(env, network, scale, given.paid)
        told = {f"train/{name}": value for name, value in learn(network, adam, kept).items()}
        steps += given.tables * LENGTH
        if 10 * part >= looks:
            won, earned = measure(network, found, given.seats, given.against, 200, 10**5 + given.seed)
            looks, told = looks + 1, {**told, "play/won": won.mean, "play/earned": earned[0]}
            save(network, given.save)
            print(f"{steps:>10} steps, {part:4.0%} of the time: {told_of(won, *earned)}", flush=True)
        for name, value in told.items():
            if writer is not None:
                writer.add_scalar(name, value, steps)
    print(f"{steps} steps in {clock() - begun:.0f} s")
    if writer is not None:
        writer.close()
    return network


def save(network: Network, file: Path | None) -> None:
    """Keep what was learnt so far, if wanted."""
    if file is not None:
        encoder = network.encoder
        torch.save({"game": encoder.game.name, "seats": encoder.seats, "weights": network.state_dict()}, file)


def board(logs: Path | None) -> Any:
    """TensorBoard, where it is installed and wanted."""
    if logs is None:
        return None
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(logs))


def measure(
    network: Network, found: Game, seats: int, level: str, games: int, seed: int
) -> tuple[Share, tuple[float, float]]:
    """The share of games it wins against a level at all other seats, from every seat alike; what it earns, how sure."""
    env = VectorEnv(found, games, seats, "each", level, autoreset_mode="Disabled")
    env.reset(seed=seed)
    rivals, earned, over = max(1, seats - 1), np.zeros(games), np.zeros(games, bool)
    while not over.all():
        with torch.no_grad():
            chances, _ = network(*network.look(env))
        _, rewards, over, _, _ = env.step(chances.logits.argmax(1).cpu().numpy())
        earned += rewards
    won = (earned * rivals + 1) / (rivals + 1)
    if found.team:
        won = np.array([found.engine.over(env.tables.states, table) == found.team_wins for table in range(games)])
    return share(won.astype(float)), (float(earned.mean()), sure(earned))


def told_of(won: Share, earned: float, within: float) -> str:
    """A result in words."""
    return f"won {won}  earned {earned:.2f} ± {within:.2f}"


class Trained:
    """A saved network as a bot: `BRELAN_PPO=net.pt brelan arena joomo examples/ppo_vector.py:Trained hard`."""

    def __init__(self, found: Game) -> None:
        file = Path(os.environ.get("BRELAN_PPO", ""))
        if not file.is_file():
            raise BadSetup("BRELAN_PPO must name a network that ppo_vector.py saved (--save)")
        saved = torch.load(file, weights_only=True, map_location="cpu")
        if saved["game"] != found.name:
            raise BadSetup(f"{file} was trained for {saved['game']}, not for {found.name}")
        self.file, self.network, self.observer = file, Network(found, saved["seats"]), Observer(found)
        self.network.load_state_dict(saved["weights"])

    def choose(self, view: Any, seat: int, allowed: Any, dice: Any) -> int:
        """What the network thinks best."""
        trained, seats = self.network.encoder.seats, int(view["seats"][0])
        if seats != trained:
            raise BadSetup(f"{self.file} was trained for {trained} seats, not for {seats}")
        mask = torch.zeros(1, self.observer.actions, dtype=torch.bool)
        mask[0, torch.tensor(allowed).long()] = True
        seen = self.observer.numbers(view, seat)[None]
        with torch.no_grad():
            return int(self.network(self.network.encoder(seen, mask), mask)[0].logits.argmax())


class Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """The text above as it is, and every option with its default."""


def asked() -> argparse.Namespace:
    """What to train, if it can be trained."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=Help)
    parser.add_argument("--game", default="joomo", choices=names(), help="which game to learn")
    parser.add_argument("--seats", type=int, default=2, help="how many seats a table has")
    parser.add_argument("--minutes", type=float, default=10, help="how long to learn")
    parser.add_argument("--cpu", action="store_true", help="minutes of CPU time, for a machine that has other work")
    parser.add_argument("--tables", type=int, default=256, help="played side by side; a GPU has time for thousands")
    parser.add_argument("--device", default="cpu", help="where the network is, such as cuda; tables are in memory")
    parser.add_argument("--against", default="medium", choices=LEVELS, help="who plays the other seats meanwhile")
    parser.add_argument("--selfplay", action="store_true", help="it plays all seats itself")
    parser.add_argument("--paid", help="a public field of the seats, such as Joomo's points, whose growth is paid, too")
    parser.add_argument("--seed", type=int, default=1, help="of the network and the deals")
    parser.add_argument("--games", type=int, default=1000, help="games against each level at the end")
    parser.add_argument("--logs", type=Path, help="a folder for TensorBoard")
    parser.add_argument("--save", type=Path, help="a file for the network")
    given = parser.parse_args()
    found = game(given.game)
    fields = {name: field for name, field in found.rules.State.fields.items() if field.word == "public"}
    paid = [name for name, field in fields.items() if field.shape == (found.most,)]
    try:
        found.check_seats(given.seats)
    except BadSetup as error:
        parser.error(str(error))
    if given.paid is not None and given.paid not in paid:
        parser.error(f"{found.name} has no public field of seats called {given.paid}; it has: {', '.join(paid)}")
    if given.device.startswith("cuda") and not torch.cuda.is_available():
        parser.error("there is no GPU that PyTorch can use; --device cpu is the default")
    return given


def main() -> None:
    """Train, then play."""
    given = asked()
    found = game(given.game)
    torch.set_default_device(given.device)
    if given.cpu:
        torch.set_num_threads(1)  # threads that wait for each other spend CPU time, too
    network = train(given, found, given.logs)
    save(network, given.save)
    for level in LEVELS:
        won, earned = measure(network, found, given.seats, level, given.games, 10**6 + given.seed)
        print(f"{level:<8} {told_of(won, *earned)}")


if __name__ == "__main__":
    main()
