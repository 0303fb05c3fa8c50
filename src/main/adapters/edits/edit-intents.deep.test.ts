import { expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { openEditIntents } from './edit-intents.ts'
import { about, callOf } from './edit-intents.fixture.ts'

test('for the newest 200 calls it is known what they were about to write', async () => {
  using folder = temporaryFolder()
  const intents = openEditIntents(folder.path)
  for (let call = 0; call <= 200; call++) await intents.note(callOf(call), [about])
  const known = [0, 1, 200].map((call) => intents.of(callOf(call)))
  expect(known).toEqual([[], [about], [about]].map((files) => ok(files)))
})
