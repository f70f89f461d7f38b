"""Tests of the contestants' kit and of the house bots."""
