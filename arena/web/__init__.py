"""The pages for people: made on the server, readable without scripts, live where there are some."""
