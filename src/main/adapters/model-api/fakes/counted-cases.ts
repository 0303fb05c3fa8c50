import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EndpointKind } from '../../../../shared/models/endpoint.ts'

const PAGE = join(import.meta.dirname, '../../../../../docs/models.md')

/** The minimum number of tool rounds in conversations with doubles, and in those whose prefix is checked. */
export const LIFE_ROUNDS = 30
export const PREFIX_ROUNDS = 50

/** The test that compares the counts; it is not counted itself. */
export const COMPARING = 'docs/models.md says how many cases there are'

/** The numbers of passed conformance tests in docs/models.md, and their day. */
export interface CountedCases {
  /** Such as `2026-11-23`. */
  readonly day: string
  readonly cases: Readonly<Partial<Record<EndpointKind, number>>>
}

/** The current numbers on the page. */
export function countedOnPage(): CountedCases {
  const page = readFileSync(PAGE, 'utf8')
  const rows = page.matchAll(/^\| `(\w+)` \| (\d+) in /gm)
  const cases = Object.fromEntries(Array.from(rows, ([, kind, count]) => [kind, Number(count)]))
  return { day: /passed on (\d{4}-\d\d-\d\d)/.exec(page)?.[1] ?? '', cases }
}
