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
//	Transcript  what was sent and received, in the order of the script
//
// # The language
//
// A script is lines; # begins a comment line. Settings come first:
//
//	client ADDRESS:PORT   where the control connection comes from; 127.0.0.1:40000
//	server ADDRESS:PORT   what the client connects to; 127.0.0.1:21. The server's machine has this address and the
//	                      loopback ones; a client with any other is on a machine of its own
//	standalone            the server listens itself; otherwise the control
//	                      connection is open on descriptors 0, 1 and 2, as from inetd
//	timeout DURATION      how long to wait for a reply or a connection. By
//	                      default the client waits until nothing more can happen
//
// Steps:
//
//	connect               open the control connection (standalone; it waits until the server listens). One that is
//	                      open is closed first, and so are its data connections
//	session NAME          the steps that follow use another control connection; the first is "main"
//	open NAME [from ADDRESS[:PORT]] [to PORT]
//	                      open the connection NAME, from another address of the client's, to another port of the
//	                      server's than the first one on which it listens. The server is standalone then. If some address is not
//	                      a loopback one and there is no server line, the server's is 192.0.2.1 (2001:db8::1)
//	NAME: STEP            this step is about the connection NAME, which some line opens
//	send TEXT             send TEXT and CRLF
//	raw "BYTES"           send the bytes of a Go string literal
//	send-oob "BYTES"      likewise, the last one as urgent data
//	expect CODE...        wait for a complete reply whose code begins with one of these;
//	                      without a code any reply will do. A mismatch is noted
//	require CODE...       likewise, and a mismatch ends the script
//	expect-line TEXT      for protocols without reply codes: receive lines until one contains TEXT
//	cmd TEXT              send and expect any final reply (not 1xx)
//	pasv, epsv [ARG]      send PASV or EPSV, wait for the reply, remember the port
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
//	sleep DURATION        let time pass
//	eof                   close the sending side of the control connection
//	close                 close the control connection
//	drain                 receive replies until the server closes the control connection
//
// Where a server in some configuration answers otherwise, the script goes on. The
// client counts the commands that have no final reply yet: a step that waits
// for a reply when none is due notes that instead of waiting. Steps for a data connection that was
// never opened do the same. After the last step, all connections are closed.
//
// # Transcript
//
// One line for each line of text, and each begins with what it is:
//
//	> sent over the control connection      < received
//	>> sent over a data connection          << received
//	# a note about the course of things
//
// with the session's name in front where it is not "main". Lines on the control
// connection end in CRLF, those of data in LF; one that ends in a bare LF has \n
// behind it, one without any end \. Other control characters, bytes over 126 and
// backslashes are escaped as in Go. Ports that differ from run to run (in PASV, EPSV,
// PORT and EPRT) are replaced by the word PORT.
package peer
