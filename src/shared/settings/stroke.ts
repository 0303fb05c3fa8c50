/** One key with its modifiers. Mod is Cmd or Ctrl. */
export interface Stroke {
  /** As in KeyboardEvent.key; letters in lower case. */
  readonly key: string
  readonly mod: boolean
  /** Null if it depends on the keyboard layout: some need Shift for the slash. */
  readonly shift: boolean | null
}

/** Formats a stroke as in the settings: `Mod+Shift+f`. */
export function textOfStroke({ key, mod, shift }: Stroke): string {
  return `${mod ? 'Mod+' : ''}${shift === true ? 'Shift+' : ''}${key}`
}

/** Parses the same form; null if it is invalid. */
export function strokeIn(text: string): Stroke | null {
  const found = /^(Mod\+)?(Shift\+)?(.|[A-Z][A-Za-z0-9]{1,15})$/u.exec(text)
  const key = found?.[3]
  if (found === null || key === undefined) return null
  const shift = found[2] !== undefined
  return { key, mod: found[1] !== undefined, shift: !shift && hangsOnLayout(key) ? null : shift }
}

/** True for a character other than a letter or space: it may need Shift on some keyboards, so only the character counts. */
export function hangsOnLayout(key: string): boolean {
  return /^[^\p{L}\s]$/u.test(key)
}

const ACCELERATORS: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ' ': 'Space',
  '+': 'Plus',
}

/** Formats a stroke for Electron's menus. */
export function acceleratorOf({ key, mod, shift }: Stroke): string {
  const named = ACCELERATORS[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  return `${mod ? 'CmdOrCtrl+' : ''}${shift === true ? 'Shift+' : ''}${named}`
}
