/* Structures within structures and arrays within them, as values. */
#include <stdio.h>

struct point { int x, y; };
struct line { struct point from, to; };
struct grid { struct line lines[2][3]; char name[5]; struct { int n; struct point p[2]; } in; };

static struct grid fill(int k)
{
	struct grid g = { .name = "grid" };
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 3; j++)
			g.lines[i][j] = (struct line){ { k, i }, { j, k * i } };
	g.in.n = k;
	g.in.p[1] = g.lines[1][2].to;
	return g;
}
static int weigh(struct grid g)
{
	int n = g.in.n + g.in.p[1].x * 100 + g.in.p[1].y * 1000;
	for (int i = 0; i < 6; i++)
		n += (&g.lines[0][0])[i].to.y * (i + 1);
	return n + g.name[3];
}
static struct point swap(struct line l) { return (struct point){ l.to.y, l.from.x }; }

int main(void)
{
	struct grid g = fill(7), h;
	h = g;
	h.lines[1][1].to = h.lines[0][2].from;
	h.in.p[0] = (struct point){ -1, -2 };
	printf("%d %d\n", weigh(g), weigh(h));
	printf("%d %d\n", swap(g.lines[1][2]).x, swap(fill(3).lines[1][1]).y);
	struct grid a[3] = { fill(1), [2] = fill(2) };
	a[1] = a[2];
	a[1].lines[0][0].from.x++;
	printf("%d %d %d\n", weigh(a[0]), weigh(a[1]), a[2].lines[0][0].from.x);
	struct line *l = a[1].lines[1];
	l[0] = l[2];
	printf("%d %d %c\n", a[1].lines[1][0].to.x, l->to.y, fill(1).name[0]);
	printf("%zu %s\n", sizeof g, (1 ? g : h).name);
	return 0;
}
