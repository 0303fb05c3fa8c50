import { latinKey, type Pressed } from '../shell/shortcuts.ts'

/** The effect of a key in a terminal, in addition to typing. */
export type TerminalKey = 'copy' | 'find' | 'leave' | 'type'

/**
 * A shell receives almost all keys, even Esc and Ctrl with a letter: none of them stops a turn. On a Mac, keys with Cmd
 * belong to the window. `copy`: copies the selection. `find`: finds in the terminal; Ctrl+F is the shell's, so Shift is
 * added, as in other terminals. `leave`: the browser pastes, or the window acts.
 */
export function keyInTerminal(event: Pressed, isMac: boolean): TerminalKey {
  const key = latinKey(event)
  if (isMac) {
    if (!event.metaKey) return 'type'
    return key === 'f' && !event.shiftKey && !event.altKey && !event.ctrlKey ? 'find' : 'leave'
  }
  if (!event.ctrlKey || event.altKey || event.metaKey) return 'type'
  const isLetter = /^[a-z]$/.test(key)
  if (event.shiftKey && isLetter) return key === 'c' ? 'copy' : key === 'f' ? 'find' : 'leave'
  // These have no control character with Ctrl: they belong to the window.
  return /^[;,.'`]$/.test(key) ? 'leave' : 'type'
}
