// Ways to end badly on purpose, for `cgfuzz target check`: -mllvm -cgfuzz-provoke=assertion|memory|hang.
#pragma once
void provokeIfAsked();
