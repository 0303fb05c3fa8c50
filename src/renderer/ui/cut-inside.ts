const TAIL = 8

/**
 * Splits a name that may be too long for its line: the first part is cut to fit, the second stays. Of a path, that is its
 * last part with the separator; of any other name, its last characters.
 */
export function partsToCut(name: string): readonly [string, string] {
  const at = name.search(/[\\/][^\\/]+[\\/]*$/)
  if (at > 0) return [name.slice(0, at), name.slice(at)]
  const characters = Array.from(name)
  const end = characters.slice(-TAIL).join('')
  return characters.length < 2 * TAIL ? ['', name] : [name.slice(0, -end.length), end]
}
