"""Games on paper, as HTML for a browser to print: cards, score pads, the rules on one page, worksheets.

Nothing here knows a particular game. Cards come from its rules' `pack`, sentences from its catalogues. A game may add
`paper.py` for cards that are not in the pack and `worksheet.py` for tasks with solutions.
"""

from .job import SHEETS, Job
from .sheet import PAPERS, policy

__all__ = ["PAPERS", "SHEETS", "Job", "policy"]
