import { expect, test } from 'vitest'
import { leaving } from './upkeep.fixture.ts'

test('T27 a check that nothing interrupts does not hold up the end of the process', async () => {
  const { signal, ms } = await leaving('inTime', 10)
  expect(signal).toBe('SIGKILL')
  expect(ms).toBeLessThan(5_000)
})
