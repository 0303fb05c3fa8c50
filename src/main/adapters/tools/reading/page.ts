import * as z from '../../../../shared/schema.ts'

/** The input fields with which a model pages through results. `what`: the things that are counted. */
export function pageFields(
  what: string,
  { most, usual }: { readonly most: number; readonly usual: number },
): { readonly limit: z.ZodOptional<z.ZodNumber>; readonly offset: z.ZodOptional<z.ZodNumber> } {
  const limit = z.number().int().min(1).max(most).optional()
  const offset = z.number().int().min(0).optional()
  return {
    limit: limit.describe(`How many ${what} to return. Default: ${usual}.`),
    offset: offset.describe(`How many ${what} to skip, to page through results. Default: 0.`),
  }
}

/** A file and its number of matching lines. */
export interface MatchCount {
  readonly path: string
  readonly count: number
}

/** A file's part of a page: `skip` of its matching lines are skipped, then `take` are included. */
export interface PagePart {
  readonly path: string
  readonly skip: number
  readonly take: number
}

/** The files that a page of matching lines touches, in order. */
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
