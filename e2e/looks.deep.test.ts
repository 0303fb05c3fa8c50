import { expect, test } from 'vitest'
import { describeInBrowser } from './setup.ts'
import type { Situation } from './situations/situation.ts'
import { SITUATIONS } from './situations/situations.ts'
import { inexact } from './situations/exact-looks.ts'
import { overflowing } from './support/overflowing.ts'
import { violations } from './support/violations.ts'

/** Situations with the same arrangement, which runs once for all their sizes and colours. */
interface Arrangement {
  readonly arrange: Situation['arrange']
  readonly names: string
  readonly looks: readonly Situation[]
}

const arrangements: readonly Arrangement[] = [
  ...Map.groupBy(SITUATIONS, ({ arrange }) => arrange),
].map(([arrange, looks]) => ({ arrange, looks, names: looks.map(({ name }) => name).join(', ') }))

test('each situation has a name of its own, so that no picture replaces another', () => {
  const names = SITUATIONS.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

describeInBrowser('looks of all situations', (scene) => {
  test.each(arrangements)(
    'axe finds nothing, nothing sticks out of its box, and texts are exact, in $names',
    async ({ arrange, looks }) => {
      const { page } = await arrange(scene())
      for (const { name, size, colours } of looks) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme: colours })
        const found = [
          ...(await violations(page)),
          ...(await overflowing(page)),
          ...(await inexact(page)),
        ]
        expect([name, ...found]).toEqual([name])
      }
    },
  )
})
