// Package peer is the scripted client that drives a server under test: the
// script's language, and the logic of the client as a state machine over an
// abstract transport. The simulated kernel drives it over simulated sockets, and a
// harness over real ones; both get the same transcript from a server that
// behaves the same, byte by byte.
//
// # Nouns
//
//	Script      a parsed script: addresses, and steps
//	Client      a client performing a script; a value that can be copied at any time
//	Transport   connections as the client sees them
//	Data        bytes, of which some may be unknown: they depend on options
//	Scan        what looks for a message in them
//	Transcript  what was sent and received, in the order of the script
//
// # The language
//
// A script is lines; # begins a comment line. Settings come first:
//
//	client ADDRESS:PORT   where the control connection comes from; 127.0.0.1:40000
//	server ADDRESS:PORT   what the client connects to; 127.0.0.1:21. The server's machine has this address and the
//	                      loopback ones; every other address that the script names is of a machine of the client's own. If some
//	                      connection is from such a one and there is no server line, the server is 192.0.2.1 (2001:db8::1)
//	standalone            the server listens itself; otherwise the control
//	                      connection is open on descriptors 0, 1 and 2, as from inetd. A script with open says so by that
//	timeout DURATION      how long to wait for something. By
//	                      default the client waits until nothing more can happen: until no process waits for a
//	                      time, but those that have woken up 32 times since the client did something
//	framing KIND          where messages end: see below; ftp
//	on /RE/ send TEXT     whenever a message arrives that the pattern matches, send TEXT: see below
//
// Connections have names; the first is "main", and its name is not shown in transcripts:
//
//	open NAME [from ADDRESS[:PORT]] [to PORT]
//	                      open the connection NAME; it waits until the server listens. By default it is from the client's address and the
//	                      next of its ports, to the port on which the server began to listen first. One of the name that is open is closed first.
//	                      PORT may have been captured: ${NAME}, or ${HIGH},${LOW}, as FTP writes it
//	NAME: LINE            this line is about the connection NAME, which some line opens
//	session NAME          the lines that follow are about another connection
//	connect               open the connection that lines are about
//
// The client can listen, too. Lines with which a script begins are done before the server starts:
//
//	listen NAME [on [ADDRESS:]PORT]
//	                      wait for connections; by default at the client's address. Without a port it is the next one of the client's,
//	                      ${NAME_port}, and ${NAME_high} and ${NAME_low} are its bytes. If there are reactions of NAME, and no line accepts,
//	                      connections are accepted and answered whenever the client waits, as many as come
//	accept NAME [as OTHER] [within DURATION]
//	                      wait until the server connects to NAME; the connection has the name OTHER, or NAME
//	udp NAME on [ADDRESS:]PORT [to PORT]
//	                      wait for datagrams, of which each is a message. send answers the last one that was expected, and goes to that port of the
//	                      server before there was one; a reaction answers its own
//	dns NAME A ADDRESS, dns NAME AAAA ADDRESS, dns ADDRESS PTR NAME
//	                      what a name server says that answers from the start, at port 53 of the client's address or where dns on ADDRESS[:PORT]
//	                      says; the server's resolver must be told of it (/etc/resolv.conf). Several lines are several records
//	dns NAME NXDOMAIN, dns NAME SERVFAIL, dns NAME silence
//	                      there is no such name, the name server fails, or does not answer. Other names there are not (NXDOMAIN)
//
// Steps:
//
//	send TEXT             send TEXT and CRLF, or as the framing says. ${NAME} in it is what was captured last under the name
//	raw "BYTES"           send the bytes of a Go string literal
//	send-oob "BYTES"      likewise, the last one as urgent data
//	expect ALTERNATIVES [within DURATION]
//	                      wait for a message: see below. What is missed is noted
//	require ALTERNATIVES [within DURATION]
//	                      likewise, and a miss ends the script
//	expect-line TEXT      receive lines until one contains TEXT
//	if [not] connected|closed|matched STEP
//	                      do a step if the connection is open and its end has not come; if it is not; if the last
//	                      expect of the connection was matched
//	sleep DURATION        let time pass
//	eof                   close the sending side of the connection
//	close                 close the connection
//	drain                 receive until the server closes the connection
//	signal NAME           send a signal to the server: to its first process or, where that has ended, as in a server that goes into the background,
//	                      to the oldest that is left. HUP, INT, QUIT, KILL, USR1, USR2, ALRM, TERM, CHLD or WINCH
//	stop [NAME] [within DURATION]
//	                      likewise (TERM), and wait until that process has ended, for a minute by default
//
// Steps of FTP, where the framing is ftp:
//
//	cmd TEXT              send and expect any final reply (not 1xx)
//	pasv [CMD], epsv [ARG]
//	                      send PASV (or CMD, which means the same) or EPSV, wait for the reply, remember the port
//	port, eprt            listen on a port, send PORT or EPRT with it, wait for the reply
//	data-connect          connect to the remembered port
//	data-accept           wait for the server to connect
//	data-recv             receive from the data connection to its end, and close it
//	data-send TEXT        send over the data connection: TEXT, a string literal, or @NAME:
//	                      the contents of a file that came with the script
//	data-close            close the data connection
//	download CMD          send CMD, and, where its reply is 1xx, receive the data and
//	                      expect the final reply. Connects first, after pasv
//	upload DATA CMD       likewise, sending DATA (one word, a literal, or @NAME)
//
// Where a server in some configuration answers otherwise, the script continues. With framing ftp, the
// client counts the commands that have no final reply yet: a step that waits
// for a reply when none is due notes that instead of waiting. Steps for a data connection that was
// never opened do the same. After the last step, all connections are closed.
//
// # Messages
//
// The framing of a script, or with NAME: in front that of a connection, says what a message is:
//
//	ftp      a reply with a code, of one or several lines
//	lines    a line, which ends in LF or CRLF, or with the connection. send adds CRLF
//	http     a response of HTTP/1, to the end of its body as its head says: Content-Length, chunks, or the end of the connection;
//	         none to HEAD, and with 1xx, 204 and 304; or a request. Patterns see the head and the body without the frames of
//	         chunks; a code is that of the response. send adds CRLF, so that a request is lines, of which the last is empty
//	length 1|2|4 [big|little]
//	         bytes behind their number, of which patterns see the bytes. send puts the number before its text,
//	         which can be a string literal
//	raw      whatever comes: a message ends where a pattern first matches, or with the connection. send adds nothing, and its text can be a
//	         string literal
//
// An expect has one or several alternatives, with " | " between them:
//
//	CODE...     a message that begins with one of these digits
//	/RE/        a message in which the pattern matches. Patterns are those of Go's package regexp, over bytes; a slash is \/. What a group
//	            with a name matches, (?P<NAME>...), is captured
//	close       the end of the connection
//	silence     nothing comes while the wait lasts
//
// Messages that no alternative matches are recorded, and the peer keeps waiting. Not so where all alternatives are codes, or one is silence: then the next
// message ends the wait, and another one than expected is noted. So does the time limit, or that nothing more can happen.
//
// A reaction, on /RE/ send TEXT or on /RE/ raw "BYTES", is about every connection, or with NAME: in front about one. It applies to messages that arrive
// while the client waits for something, be it at another connection. The first whose pattern matches counts, those of the connection before
// the script's. What a message has in groups of the pattern is known as ${NAME} in what is sent. A message that was answered
// is seen by an expect that waits for its connection at the time, by none later; others are kept for the steps of their connection. Replies that
// steps of FTP wait for (cmd, and expect of codes alone) are theirs: no reaction sees them.
//
// # Bytes that depend on options
//
// A Transport may know text under conditions only. The client asks it for a message that some patterns match, and which text that is has to be
// decided only as far as the message, where it ends, what matches, or what is captured depends on it (see Scan). Nothing unknown is taken for text that
// does not match. The rest is carried along to the transcript. One thing is guessed, and noted by the simulated kernel: the port in a reply to PASV
// or EPSV whose digits are unknown.
//
// # Transcript
//
// One line for each line of text, and each begins with what it is:
//
//	> sent over the control connection      < received
//	>> sent over a data connection          << received
//	# a note about the course of things
//
// with the connection's name in front where it is not "main". Lines on a control
// connection end in CRLF, those of data in LF; one that ends in a bare LF has \n
// behind it, one without any end \. Other control characters, bytes over 126 and
// backslashes are escaped as in Go. Ports that differ from run to run (in PASV, EPSV,
// PORT and EPRT; captured ones that open uses; those of listen without a port) are replaced by the word PORT.
package peer
