"""Pictures of Tobago as SVG."""
