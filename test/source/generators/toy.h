int below(int count);
int odd_below(int count);
int chance(int percent);
void statement(int depth);
void statement_of(int depth);
