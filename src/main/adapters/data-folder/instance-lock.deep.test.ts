import { test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { expectOneWinner } from './contender.fixture.ts'

test('of two starts in the same millisecond exactly one wins, 20 times', async () => {
  using folder = temporaryFolder()
  await expectOneWinner(folder.path, 20)
})
