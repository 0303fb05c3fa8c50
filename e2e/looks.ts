import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Scene } from './scene.ts'
import type { Situation } from './situation.ts'
import { SITUATIONS } from './situations.ts'

/** One of each kind of screen: the quick tier looks at these and at what is arranged alike, the deep tier at all others. */
const OF_EACH_KIND: ReadonlySet<string> = new Set(['settings', 'approval-several'])

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** What axe finds, in one line each. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found: readonly Violation[] = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
  )
}

/** Situations that are arranged alike, once for all their sizes and colours. */
interface Arrangement {
  readonly arrange: Situation['arrange']
  readonly names: string
  readonly looks: readonly Situation[]
}

const arrangements: readonly Arrangement[] = [
  ...Map.groupBy(SITUATIONS, ({ arrange }) => arrange),
].map(([arrange, looks]) => ({ arrange, looks, names: looks.map(({ name }) => name).join(', ') }))

const isOfEachKind = ({ looks }: Arrangement): boolean =>
  looks.some(({ name }) => OF_EACH_KIND.has(name))

export const quickArrangements = arrangements.filter(isOfEachKind)
export const deepArrangements = arrangements.filter((each) => !isOfEachKind(each))

/** A test for each: axe finds nothing in any of its sizes and colours. */
export function testLooks(chosen: readonly Arrangement[], scene: () => Scene): void {
  test.each(chosen)('axe finds nothing in $names', async ({ arrange, looks }) => {
    const { page } = await arrange(scene())
    for (const { name, size, colours } of looks) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: colours })
      expect([name, ...(await violations(page))]).toEqual([name])
    }
  })
}
