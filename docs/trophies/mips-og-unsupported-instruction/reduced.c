void f_0(int) {}
int main() {}
