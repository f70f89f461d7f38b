"""What is in `deploy/`, on a real server."""
