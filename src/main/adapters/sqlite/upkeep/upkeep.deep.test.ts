import { expect, test } from 'vitest'
import { leaving } from './upkeep.fixture.ts'

test('where somebody reads its code, the process waits for the check', async () => {
  expect(await leaving('withCode', 1)).toMatchObject({ code: 7, signal: null })
})
