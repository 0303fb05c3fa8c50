/** Maximum number of open terminals per conversation. */
export const MAX_TERMINALS = 8
/** Maximum size of one write and of one output event, in UTF-16 code units. A longer paste is split. */
export const TERMINAL_PIECE = 64 * 1024
/**
 * Maximum amount of output that a window has not drawn yet. Beyond it the host stops sending, and later sends the
 * current screen instead.
 */
export const TERMINAL_WINDOW = 512 * 1024
/** Number of scrollback lines kept, in the host and in the window. */
export const TERMINAL_LINES = 5_000
