/** A file and how many of its lines match. */
export interface MatchCount {
  readonly path: string
  readonly count: number
}

/** What of a file is on a page: `skip` of its matching lines are not, then `take` are. */
export interface PagePart {
  readonly path: string
  readonly skip: number
  readonly take: number
}

/** The files that a page of matching lines touches, in their order. */
export function pageOf(
  files: readonly MatchCount[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): readonly PagePart[] {
  const parts: PagePart[] = []
  let before = 0
  for (const { count, path } of files) {
    const skip = Math.min(count, Math.max(0, offset - before))
    const take = Math.min(count - skip, Math.max(0, offset + limit - before - skip))
    if (take > 0) parts.push({ path, skip, take })
    before += count
  }
  return parts
}
