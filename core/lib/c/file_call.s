# The system calls of files; internal_files.h lists them.

        .text

# unsigned long long mc_file_call(unsigned a, unsigned b, unsigned c, int number): the result is the lower word.
# Cost: 4 cycles.
        .globl  mc_file_call
mc_file_call:
        move    $v0, $a3
        syscall
        jr      $ra
