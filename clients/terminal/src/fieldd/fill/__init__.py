"""A form filler for the terminal: `python -m fieldd.fill signup.fields.json > values.json`."""

from .app import FillApp

__all__ = ["FillApp"]
