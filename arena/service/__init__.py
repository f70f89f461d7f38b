"""The use cases, called by api, cli and workers alike: a module each, and what they are made of."""
