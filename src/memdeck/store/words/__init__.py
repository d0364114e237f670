"""Search by words: terms made here, kept in SQL, the same on every database.

The databases' own tokenisers disagree, lose `C++`, and find nothing in Chinese; so the terms are made in
Python and the database only looks up whole terms.
"""
