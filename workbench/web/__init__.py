"""The map that answers, for every page: modules and sheets, what they need of a setting, and the pages."""
