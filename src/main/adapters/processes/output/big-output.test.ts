import { expect, test } from 'vitest'
import { oneOfEvery } from '../../../../shared/testing/by-tier.ts'
import { expectHarmless, measure, MUCH, textOf } from './big-output.fixture.ts'

const MUCH_BYTES = 20_000_000

test.for(oneOfEvery(3, MUCH))(
  'large output fills neither the memory nor the screen: %s',
  async ([, print]) => {
    const measured = await expectHarmless(print(MUCH_BYTES), MUCH_BYTES)
    expect(textOf(measured)).toMatch(/the first 16777216 are in .+ for read_file/)
  },
)

test('when the disk is full, only the output file is lost', async () => {
  const command = 'yes | head -c 20000000'
  const full = await measure(command, 'ulimit -f 4096')
  expect(full).toMatchObject({ outcome: { type: 'exited', code: 0, printed: { bytes: 2e7 } } })
  expect(textOf(full)).toMatch(/of 20000000 bytes left out …\]/)
})
