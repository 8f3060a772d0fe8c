"""The commands ``tobago odds``: chances and worths in Wazabi, Silver, Mangrovia and Wayfarers."""
