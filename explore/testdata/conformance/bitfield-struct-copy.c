/* Structures with bit-fields as values: assignment, arguments, results, arrays, initialisers. */
#include <stdio.h>

struct date { unsigned day : 5, month : 4, : 3, year : 12; signed zone : 6; };
static struct date table[] = { { 31, 12, 2023, -1 }, { .year = 1970, .day = 1, .month = 1 }, { 1, 2, 3 }, [5] = { .zone = 31 } };

static struct date next(struct date d)
{
	if (++d.day == 0)
		d.month = d.month % 12 + 1;
	if (d.month == 1 && d.day == 0)
		d.year++;
	d.zone--;
	return d;
}
static int sum(struct date d) { return d.day + d.month + d.year + d.zone; }
static void print(const struct date *d) { printf("%d-%d-%d %d\n", d->year, d->month, d->day, d->zone); }

int main(void)
{
	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		print(table + i);
	struct date d = next(table[0]), e;
	e = d;
	print(&e);
	print(&table[0]);
	printf("%d %d\n", sum(next(next(e))), next(d).month);
	struct { struct date from, to; } range = { { 1, 2, 3 }, d }, copy = range;
	copy.from.day = 30;
	print(&range.from);
	print(&copy.from);
	print(&copy.to);
	print(&(struct date){ 40, 20, 5000, 100 });
	static struct date s = { 7, 7, 777, 7 };
	s = s.day == 7 ? next(s) : d;
	print(&s);
	return 0;
}
