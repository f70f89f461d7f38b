"""The server of the API and the pages: both as one application, and the process that serves it."""
