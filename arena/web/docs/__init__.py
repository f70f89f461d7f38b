"""The documents for contestants, made of the pages and the code of the repository."""
