import { expect, test } from 'vitest'
import { oneOfEvery } from '../../../../shared/testing/by-tier.ts'
import { expectHarmless, MUCH, textOf } from './big-output.fixture.ts'

const MUCH_BYTES = 20_000_000

test.for(oneOfEvery(3, MUCH))(
  'large output fills neither the memory nor the screen: %s',
  async ([, print]) => {
    const measured = await expectHarmless(print(MUCH_BYTES), MUCH_BYTES)
    expect(textOf(measured)).toMatch(/the first 16777216 are in .+ for read_file/)
  },
)
