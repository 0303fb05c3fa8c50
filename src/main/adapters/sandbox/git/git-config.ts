export interface Setting {
  /** `section.key`, or `section.sub section.key`; section and key in lower case. */
  readonly name: string
  readonly value: string
}

/**
 * The settings of a git config file, in order (syntax: git's Documentation/config). Stops where the file cannot be parsed,
 * as git does.
 */
export function settingsIn(text: string): readonly Setting[] {
  const found: Setting[] = []
  const reader = new ConfigReader(text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, ''))
  let section = ''
  for (;;) {
    reader.skipBlank()
    const header = reader.take(/\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\]/y)
    if (header !== null) {
      const [, name = '', sub] = header
      const inner = sub === undefined ? '' : `${sub.replaceAll(/\\(.)/g, '$1')}.`
      section = `${name.toLowerCase()}.${inner}`
      continue
    }
    const key = reader.take(/([A-Za-z][A-Za-z0-9-]*)[ \t]*/y)?.[1]
    if (key === undefined) return found
    const value = reader.take(/=/y) === null ? 'true' : reader.takeValue()
    if (value === null) return found
    found.push({ name: `${section}${key.toLowerCase()}`, value })
  }
}

const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  b: '\b',
  '\\': '\\',
  '"': '"',
}

class ConfigReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The text at the current position, if it matches a sticky pattern. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found !== null) this.#at = pattern.lastIndex
    return found
  }

  /** Skips spaces, line breaks and comments. */
  skipBlank(): void {
    this.take(/(?:\s|[#;][^\n]*)*/y)
  }

  /** Reads up to the end of the line, or of its continuation lines. Null if git would refuse it. */
  takeValue(): string | null {
    let value = ''
    let isQuoted = false
    // Unquoted trailing spaces do not count.
    let lasting = 0
    this.take(/[ \t]*/y)
    for (;;) {
      const plain = this.take(isQuoted ? /[^"\\\n]+/y : /[^"\\\n#;]+/y)?.[0]
      if (plain !== undefined) {
        const shown = isQuoted ? plain.length : plain.trimEnd().length
        if (shown > 0) lasting = value.length + shown
        value += plain
        continue
      }
      const char = this.take(/[^]/y)?.[0]
      if (char === undefined || char === '\n') return isQuoted ? null : value.slice(0, lasting)
      if (char === '"') {
        isQuoted = !isQuoted
        lasting = value.length
      } else if (char === '\\') {
        const next = this.take(/[^]/y)?.[0] ?? ''
        const escaped = next === '\n' ? '' : ESCAPED[next]
        if (escaped === undefined) return null
        value += escaped
        lasting = value.length
      } else this.take(/[^\n]*/y)
    }
  }
}
