export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/**
 * Adapts a new text to the file's indentation: each line takes the file's indentation for the same indentation in the old
 * text, otherwise one derived from the nearest known indentation.
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

/** From the nearest known indentation: deeper by the surplus, or shallower by the difference. */
function shifted(indent: string, known: ReadonlyMap<string, string>): string {
  const shallower = [...known.keys()].filter((old) => indent.startsWith(old))
  const nearest = shallower.toSorted((a, b) => b.length - a.length)[0]
  if (nearest !== undefined) return (known.get(nearest) ?? '') + indent.slice(nearest.length)
  const [first] = known
  if (first === undefined) return indent
  const [old, file] = first
  return file.slice(0, Math.max(0, file.length - (old.length - indent.length)))
}
