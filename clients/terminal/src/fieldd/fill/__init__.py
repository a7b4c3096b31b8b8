"""A form filler for the terminal: `python -m fieldd.fill signup.fields.json > values.json`."""

from .app import FillApp
from .interview import Interview, Unfinished
from .sitting import Declined, Sitting
from .teletype import Teletype

__all__ = ["Declined", "FillApp", "Interview", "Sitting", "Teletype", "Unfinished"]
