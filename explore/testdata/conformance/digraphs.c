/* Digraphs, and no trigraphs. */
%:include <stdio.h>
%:define CAT(a, b) a%:%:b
%:define STR(x) %:x
int main(void)
<%
	int a<:3:> = <% 1, 2, 3 %>;
	printf("%d %d\n", a<:1:>, a<:2:>);
	printf("%s %zu\n", "<: %> ??( ??/", sizeof "<:");
	if (a<:0:> == 1) <% return 3; %>
	return 0;
%>
