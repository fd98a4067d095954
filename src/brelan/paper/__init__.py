"""Games on paper, as pages of HTML that a browser prints: cards, score pads, the rules on one page, worksheets.

Nothing here knows a game. Cards come from its rules' own `pack`, sentences from its catalogues. A game may have more:
`paper.py` for cards that are not in the pack, `worksheet.py` for tasks with their solutions.
"""

from .job import SHEETS, Job
from .sheet import PAPERS, policy

__all__ = ["PAPERS", "SHEETS", "Job", "policy"]
