import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EndpointKind } from '../../../../shared/models/endpoint.ts'

const PAGE = join(import.meta.dirname, '../../../../../docs/models.md')

/** How long the conversations with doubles are, at least, and those whose prefix is looked at, in rounds of tools. */
export const LIFE_ROUNDS = 30
export const PREFIX_ROUNDS = 50

/** The case that compares: it is not counted itself. */
export const COMPARING = 'docs/models.md says how many cases there are'

/** What docs/models.md says of the cases of conformance that passed, and of the day. */
export interface CountedCases {
  /** As `2026-11-23`. */
  readonly day: string
  readonly cases: Readonly<Partial<Record<EndpointKind, number>>>
}

/** As the page has them now. */
export function countedOnPage(): CountedCases {
  const page = readFileSync(PAGE, 'utf8')
  const rows = page.matchAll(/^\| `(\w+)` \| (\d+) in /gm)
  const cases = Object.fromEntries(Array.from(rows, ([, kind, count]) => [kind, Number(count)]))
  return { day: /passed on (\d{4}-\d\d-\d\d)/.exec(page)?.[1] ?? '', cases }
}
