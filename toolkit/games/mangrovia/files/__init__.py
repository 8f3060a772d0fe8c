"""The files of an owner: `reading` has the board and the box, `constraints` C1 to C23."""
