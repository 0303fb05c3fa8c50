export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/**
 * A new text that was written to another indentation than the file's: each line gets the one that the file uses where the
 * old text had the same, or the first line's with what it had more or less.
 */
export function fitIndentation(
  newText: string,
  pairs: readonly (readonly [old: string, file: string])[],
): string {
  const known = new Map<string, string>()
  for (const [old, file] of pairs) {
    if (old.trim() !== '' && !known.has(indentOf(old))) known.set(indentOf(old), indentOf(file))
  }
  const fitted = newText.split('\n').map((line) => {
    if (line.trim() === '') return line
    const indent = indentOf(line)
    return (known.get(indent) ?? shifted(indent, known)) + line.slice(indent.length)
  })
  return fitted.join('\n')
}

/** From the nearest indentation that is known: deeper by what it has more, or shallower by what it lacks. */
function shifted(indent: string, known: ReadonlyMap<string, string>): string {
  const shallower = [...known.keys()].filter((old) => indent.startsWith(old))
  const nearest = shallower.toSorted((a, b) => b.length - a.length)[0]
  if (nearest !== undefined) return (known.get(nearest) ?? '') + indent.slice(nearest.length)
  const [first] = known
  if (first === undefined) return indent
  const [old, file] = first
  return file.slice(0, Math.max(0, file.length - (old.length - indent.length)))
}
