"""The commands ``tobago odds``: chances in Wazabi and Silver."""
