const ESCAPE = /\\([abfnrtv"\\]|[0-7]{3})/g
const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** A name as git prints it: quoted, with octal bytes, if it contains something that needs it. */
export function unquotedName(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"') || name.length < 2) return name
  const bytes = Buffer.from(name.slice(1, -1)).toString('latin1')
  const plain = bytes.replaceAll(ESCAPE, (_whole, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (LETTERS[code] ?? code),
  )
  return Buffer.from(plain, 'latin1').toString()
}
