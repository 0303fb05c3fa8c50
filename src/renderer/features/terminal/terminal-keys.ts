type Pressed = Pick<KeyboardEvent, 'type' | 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** What a key does in a terminal, beside what it types. */
export type TerminalKey = 'copy' | 'leave' | 'type'

/**
 * A shell has almost all keys for itself, Esc and Ctrl with a letter too: none of them stops a turn. Where Cmd is, it belongs to
 * the window. `copy`: what is selected; else the browser pastes and the window acts (`leave`).
 */
export function keyInTerminal(event: Pressed, isMac: boolean): TerminalKey {
  if (isMac) return event.metaKey ? 'leave' : 'type'
  if (!event.ctrlKey || event.altKey || event.metaKey) return 'type'
  const isLetter = /^[a-z]$/i.test(event.key)
  if (event.shiftKey && isLetter) return event.key.toLowerCase() === 'c' ? 'copy' : 'leave'
  // No character for these with Ctrl: they are the window's.
  return /^[;,.'`]$/.test(event.key) ? 'leave' : 'type'
}
