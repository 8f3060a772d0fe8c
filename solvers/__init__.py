"""What can be concluded: deduction, hints, odds, players and simulation."""
