/* Bits that are 1.
   Cost: at most 20 cycles. */
int __popcountsi2(unsigned value);

int __popcountsi2(unsigned value)
{
    value -= value >> 1 & 0x55555555;
    value = (value & 0x33333333) + (value >> 2 & 0x33333333);
    value = (value + (value >> 4)) & 0x0f0f0f0f;
    return (int)(value * 0x01010101 >> 24);
}

/* Cost: at most 45 cycles. */
int __popcountdi2(unsigned long long value);

int __popcountdi2(unsigned long long value)
{
    return __popcountsi2((unsigned)value) + __popcountsi2((unsigned)(value >> 32));
}
