/**
 * The first argument of every bash here. If its input is a socket, Debian's bash assumes a remote login and reads ~/.bashrc,
 * whatever `-c` and `-p` say; and Node's pipes are sockets. That file can print, hang or exit.
 */
export const NO_RC = '--norc'
