"""Sky Arena: a tournament service for bot programmers."""
