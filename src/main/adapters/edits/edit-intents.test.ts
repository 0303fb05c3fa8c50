import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failed, ok } from '../../../shared/result.ts'
import { neighbourOf } from '../data-folder/atomic-file.ts'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { isPosix } from '../tools/workspace-for-each.fixture.ts'
import { openEditIntents } from './edit-intents.ts'
import { about, callOf } from './edit-intents.fixture.ts'

test.skipIf(!isPosix)(
  'while its note cannot be read, nobody says that a call was writing nothing',
  async () => {
    using folder = temporaryFolder()
    const intents = openEditIntents(folder.path)
    await intents.note(callOf(1), [about])
    const calls = join(folder.path, 'undo', 'calls')
    const [noted = ''] = readdirSync(calls)
    {
      using _ = unreadable(join(calls, noted))
      expect([intents.of(callOf(1)), intents.all()]).toEqual(
        Array(2).fill(failed('its links form a loop')),
      )
    }
    expect([intents.of(callOf(1)), intents.all()]).toEqual(Array(2).fill(ok([about])))
    expect(intents.of(callOf(2))).toEqual(ok([]))
  },
)

test('what a kill left of a note is removed with the next one, and takes no place of it', async () => {
  using folder = temporaryFolder()
  await openEditIntents(folder.path).note(callOf(1), [about])
  const calls = join(folder.path, 'undo', 'calls')
  const [noted = ''] = readdirSync(calls)
  writeFileSync(neighbourOf(join(calls, noted)), '[')
  await openEditIntents(folder.path).note(callOf(1), [about])
  expect(readdirSync(calls)).toEqual([noted])
})
