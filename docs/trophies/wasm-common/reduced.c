int i_0;
int main() {}
