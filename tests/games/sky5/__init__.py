"""Sky 5: its rules, cases, views and text form."""
