"""The full-screen program. Screens compose, show state and forward actions: no SQL, no ranking."""
