type Pressed = Pick<KeyboardEvent, 'type' | 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** What a key does in a terminal, beside what it types. */
export type TerminalKey = 'copy' | 'find' | 'leave' | 'type'

/**
 * A shell has almost all keys for itself, Esc and Ctrl with a letter too: none of them stops a turn. Where Cmd is, it belongs to
 * the window. `copy`: what is selected. `find`: in what the terminal shows; Ctrl+F is the shell's, so Shift comes with it, as in
 * other terminals. Else the browser pastes and the window acts (`leave`).
 */
export function keyInTerminal(event: Pressed, isMac: boolean): TerminalKey {
  const key = event.key.toLowerCase()
  if (isMac) {
    if (!event.metaKey) return 'type'
    return key === 'f' && !event.shiftKey && !event.altKey && !event.ctrlKey ? 'find' : 'leave'
  }
  if (!event.ctrlKey || event.altKey || event.metaKey) return 'type'
  const isLetter = /^[a-z]$/i.test(event.key)
  if (event.shiftKey && isLetter) return key === 'c' ? 'copy' : key === 'f' ? 'find' : 'leave'
  // No character for these with Ctrl: they are the window's.
  return /^[;,.'`]$/.test(event.key) ? 'leave' : 'type'
}
