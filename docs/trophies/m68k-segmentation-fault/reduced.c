typedef signed char int8_t;
typedef int int32_t;
int8_t g_4 = 0x00L;
int32_t g_7 = (-10L);
int32_t *g_12 = &g_7;
int32_t **g_11 = &g_12;
int32_t ***g_10 = &g_11;
volatile int32_t g_17 = (-10L);
volatile int32_t *g_16 = &g_17;
volatile int32_t **g_15 = &g_16;
volatile int32_t ***g_14 = &g_15;
volatile int32_t ****g_13 = &g_14;
int8_t g_18[1][3][7] = {{{0x00L,0x00L,0x00L,0x00L,0x00L,0x00L,0x00L},{0x00L,0x00L,0x00L,0x00L,0x00L,0x00L,0x00L},{0x00L,0x00L,0x00L,0x00L,0x00L,0x00L,0x00L}}};
int8_t func_1(void);
int32_t  func_2(int8_t  p_3);
int32_t  func_8(int8_t  p_9);
int8_t func_1(void)
{
    (*g_12) = func_2(g_4);
    return g_4;
}
int32_t  func_2(int8_t  p_3)
{
    int32_t *l_6 = &g_7;
    int32_t **l_5 = &l_6;
    (*l_5) = (void*)0;
    if (func_8(g_4))
    {
        g_10 = (void*)0;
    }
    else
    {
        g_13 = (void*)0;
        for (g_17 = 0; g_17 < 1; g_17 += 1)
        {
            for (g_4 = 0; g_4 < 3; g_4 += 1)
            {
                for (g_7 = 0; g_7 < 7; g_7 += 1)
                {
                    g_18[g_17][g_4][g_7] = 0x00L;
                }
            }
        }
    }
    return (*g_12);
}
int32_t  func_8(int8_t  p_9)
{
    g_10 = (void*)0;
    return (*g_12);
}
