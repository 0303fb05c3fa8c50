/** A name being typed at the caret: a file after `@`, or a command after a `/` at the very start. */
export interface Token {
  readonly type: 'file' | 'command'
  /** From its sign to the caret, as indices in the text. */
  readonly from: number
  readonly to: number
  /** The text after the sign. */
  readonly query: string
}

/** How far before the caret a name may begin: no path is longer. */
const REACH = 4_096
const FILE = /(?:^|[\s([{"'`])@(?:"([^"\n]*)|([^\s"]*))$/u
const COMMAND = /^\/([^\s/]*)$/u

/** Null: nothing is being named there. */
export function tokenAt(text: string, caret: number): Token | null {
  const before = text.slice(0, caret)
  const command = COMMAND.exec(before)?.[1]
  if (command !== undefined) return { type: 'command', from: 0, to: caret, query: command }
  const file = FILE.exec(before.slice(-REACH))
  if (file === null) return null
  // A path may contain the sign too.
  const from = before.length - file[0].length + file[0].indexOf('@')
  return { type: 'file', from, to: caret, query: file[1] ?? file[2] ?? '' }
}

/** A path as a mention in a message. `isOpen`: more should follow. */
export function mentionOf(path: string, isOpen = false): string {
  if (!/\s/u.test(path)) return `@${path}`
  return isOpen ? `@"${path}` : `@"${path}"`
}

export interface Written {
  readonly text: string
  readonly caret: number
}

/** The text with the token replaced, and the caret after the replacement. */
export function withInstead(text: string, { from, to }: Token, instead: string): Written {
  return { text: text.slice(0, from) + instead + text.slice(to), caret: from + instead.length }
}
