"""`python -m fieldd` is the command `fieldd` of a package without the program."""

import sys

from .command import main

sys.exit(main())
