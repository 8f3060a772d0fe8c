"""The files of an owner: `tables` reads CSV, `reading` the board and the box, `constraints` has C1 to C23."""
