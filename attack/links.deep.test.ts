import { expect, test } from 'vitest'
import { hasProc } from '../src/main/adapters/processes/supervisor-fixture.ts'
import { trySwaps } from '../src/main/adapters/tools/swapped-links.fixture.ts'

const ROUNDS = 400
const SWAPS = 10_000

test.runIf(hasProc)(
  'links swapped under the file tools: nothing outside is read, listed, written or created',
  { timeout: 900_000 },
  async () => {
    const { by, leaks, rounds, swaps, worked, written } = await trySwaps(ROUNDS)
    console.info(
      `${swaps} swaps of a folder and a link by a program in ${by}, ${rounds} tries each:`,
    )
    for (const [name, count] of Object.entries(worked)) {
      console.info(`- ${name}: ${count} did their work in the folder, the others were refused`)
    }
    console.info(
      `- ${leaks.length} showed anything of the outside; ${written.length} changes there`,
    )
    expect({ leaks, written }).toEqual({ leaks: [], written: [] })
    expect(swaps).toBeGreaterThanOrEqual(SWAPS)
    for (const [name, count] of Object.entries(worked)) {
      expect([name, count]).toEqual([name, expect.toSatisfy((times: number) => times > 0)])
    }
  },
)
