"""What is true of every request, whoever it is from: the API and the pages build on it."""
