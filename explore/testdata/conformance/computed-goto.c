/* Labels as values. */
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, JNZ, PRINT, HALT };

static int run(const signed char *code)
{
	static const void *const table[] = { &&push, &&add, &&mul, &&dup, &&jnz, &&print, &&halt };
	int stack[16], *sp = stack;
	const signed char *pc = code;
#define NEXT goto *table[(int)*pc++]
	NEXT;
push:
	*sp++ = *pc++;
	NEXT;
add:
	sp--;
	sp[-1] += *sp;
	NEXT;
mul:
	sp--;
	sp[-1] *= *sp;
	NEXT;
dup:
	*sp = sp[-1];
	sp++;
	NEXT;
jnz:
	pc += sp[-1] ? *pc : 1;
	NEXT;
print:
	printf("%d ", sp[-1]);
	NEXT;
halt:
	return sp[-1];
}
static int differences(int i)
{
	static const int offsets[] = { &&zero - &&zero, &&one - &&zero, &&two - &&zero };
	goto *(&&zero + offsets[i]);
zero:
	return 0;
one:
	return 1;
two:
	return 2;
}
static const char *variable(int n)
{
	void *where = n > 2 ? &&big : &&small;
	void *volatile again = where;
	if (n < 0)
		again = &&negative;
	goto *again;
big:
	return "big";
small:
	return "small";
negative:
	return where == &&small ? "negative" : "?";
}

int main(void)
{
	static const signed char code[] = { PUSH, 3, DUP, MUL, PUSH, 4, ADD, PRINT, PUSH, 5, PRINT, PUSH, -1, ADD, JNZ, -4, HALT };
	printf("%d\n", run(code));
	printf("%d %d %d\n", differences(0), differences(1), differences(2));
	printf("%s %s %s\n", variable(5), variable(1), variable(-1));
	return 0;
}
