const TAIL = 8
/** A last part of a path that is longer than this does not fit into a narrow line, and is cut itself. */
const LONGEST_PART = 32

/**
 * Splits a name that may be too long for its line: the first part is cut to fit, the second stays. Of a path, that is its
 * last part with the separator, unless that is long; of any other name, its last characters.
 */
export function partsToCut(name: string): readonly [string, string] {
  const at = name.search(/[\\/][^\\/]+[\\/]*$/)
  if (at > 0 && name.length - at <= LONGEST_PART) return [name.slice(0, at), name.slice(at)]
  const characters = Array.from(name)
  const end = characters.slice(-TAIL).join('')
  return characters.length < 2 * TAIL ? ['', name] : [name.slice(0, -end.length), end]
}
