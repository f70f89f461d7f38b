"""The REST entrance: translates a request, calls one service, translates the answer back."""
