/** A text or a list of lines, looked at piece by piece. */
interface Sequence<Piece> {
  readonly length: number
  at(index: number): Piece | undefined
}

/**
 * Where a sequence stands in another, without overlaps: in linear time (Knuth, Morris, Pratt), whatever they repeat. What
 * a model wants found may be as large as the file.
 */
export function occurrences<Piece>(
  given: Sequence<Piece>,
  wanted: Sequence<Piece>,
  most: number,
): readonly number[] {
  const found: number[] = []
  if (wanted.length === 0) return found
  const back = fallbacks(wanted)
  let fits = 0
  for (let at = 0; at < given.length && found.length < most; at++) {
    const piece = given.at(at)
    while (fits > 0 && wanted.at(fits) !== piece) fits = back[fits - 1] ?? 0
    if (wanted.at(fits) === piece) fits += 1
    if (fits < wanted.length) continue
    found.push(at - fits + 1)
    fits = 0
  }
  return found
}

/** For each beginning, the longest part of it that it both begins and ends with. */
function fallbacks<Piece>(wanted: Sequence<Piece>): Int32Array {
  const back = new Int32Array(wanted.length)
  let fits = 0
  for (let at = 1; at < wanted.length; at++) {
    const piece = wanted.at(at)
    while (fits > 0 && wanted.at(fits) !== piece) fits = back[fits - 1] ?? 0
    if (wanted.at(fits) === piece) fits += 1
    back[at] = fits
  }
  return back
}
