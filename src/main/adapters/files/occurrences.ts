/** A text or a list of lines, read piece by piece. */
interface Sequence<Piece> {
  readonly length: number
  at(index: number): Piece | undefined
}

/**
 * The positions where a sequence occurs in another, without overlaps: in linear time (Knuth, Morris, Pratt), even if both
 * are repetitive. A model's search text may be as large as the file.
 */
export function occurrences<Piece>(
  text: Sequence<Piece>,
  wanted: Sequence<Piece>,
  most: number,
): readonly number[] {
  const found: number[] = []
  if (wanted.length === 0) return found
  const back = fallbacks(wanted)
  let fits = 0
  for (let at = 0; at < text.length && found.length < most; at++) {
    const piece = text.at(at)
    while (fits > 0 && wanted.at(fits) !== piece) fits = back[fits - 1] ?? 0
    if (wanted.at(fits) === piece) fits += 1
    if (fits < wanted.length) continue
    found.push(at - fits + 1)
    fits = 0
  }
  return found
}

/** For each prefix, its longest proper prefix that is also its end. */
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
