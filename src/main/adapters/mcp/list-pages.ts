import { failed, ok, type Result } from '../../../shared/result.ts'

/** More than any real list has; a longer one counts as endless. */
export const MAX_PAGES = 40
export const MAX_LISTED = 2_000

export interface ListPage {
  readonly items: readonly unknown[]
  readonly next: string | undefined
}

export interface Listed {
  readonly items: readonly unknown[]
  /** Sentences about what was omitted. */
  readonly problems: readonly string[]
}

/** Requests all pages of a list. An endless or circular one is cut, and its beginning is used. The error is a sentence. */
export async function listPages(
  what: string,
  ask: (cursor: string | undefined) => Promise<ListPage>,
  words: (error: unknown) => string,
): Promise<Result<Listed, string>> {
  const items: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    let got: ListPage
    try {
      got = await ask(cursor)
    } catch (error) {
      return failed(`Its list of ${what} could not be read: ${words(error)}`)
    }
    const remaining = MAX_LISTED - items.length
    items.push(...got.items.slice(0, remaining))
    const isMore =
      got.items.length > remaining || (got.items.length === remaining && got.next !== undefined)
    if (isMore)
      return ok({
        items,
        problems: [`It lists more than ${MAX_LISTED} ${what}: the rest is left out.`],
      })
    if (got.next === undefined) return ok({ items, problems: [] })
    if (seen.has(got.next))
      return ok({ items, problems: [`Its list of ${what} goes in circles: it was cut there.`] })
    cursor = got.next
    seen.add(cursor)
  }
  return ok({
    items,
    problems: [`Its list of ${what} does not end: it was cut behind ${MAX_PAGES} pages.`],
  })
}

/** What the library puts before the reason why a server did not start. */
const OF_SDK = /^Version negotiation (?:probe )?(?:failed: )?/

/** `clean`: removes secrets, before a cut could leave a part of one. */
export function wordsOf(error: unknown, clean = (text: string): string => text): string {
  const words = error instanceof Error ? error.message : String(error)
  return clean(words.replace(OF_SDK, '')).replaceAll(/\s+/g, ' ').slice(0, 300)
}
