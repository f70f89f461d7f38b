"""The use cases, one module each, called by api, cli and workers alike."""
