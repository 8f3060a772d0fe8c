"""The solo rival: its turns as steps of the rules (Y-96 to Y-114, Y-134 to Y-155)."""
