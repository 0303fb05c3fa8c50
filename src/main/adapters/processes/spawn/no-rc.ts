/**
 * The first argument of every bash here. Debian's bash takes a socket as its input for a login from afar and then reads ~/.bashrc,
 * whatever `-c` and `-p` say; and Node's pipes are sockets. That file can print, hang or exit.
 */
export const NO_RC = '--norc'
