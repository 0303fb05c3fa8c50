import { expect, test } from 'vitest'
import type { Rescued } from '../../../shared/storage/recovery.ts'
import { partName, sentencesOf } from './recovery-words.ts'

const AT = new Date(2026, 10, 23, 20, 5).getTime()

function rescued(of: Partial<Rescued>): Rescued {
  const nothing = { backupAt: null, conversations: 0, messages: 0, salvaged: 0 }
  return {
    ...nothing,
    behind: [],
    lost: [],
    lostParts: [],
    areRulesOld: false,
    list: 'whole',
    ...of,
  }
}

test('people read which backup it is, what is newer, and what is restored', () => {
  const said = sentencesOf(
    rescued({ backupAt: AT, conversations: 12, messages: 1_234, salvaged: 1 }),
  )
  expect(said).toEqual([
    expect.stringMatching(/^The newest good backup is from .*2026.*\.$/),
    '1 conversation could be read from the damaged file in a newer state.',
    'Restoring brings back 12 conversations with 1,234 messages.',
  ])
  expect(sentencesOf(rescued({})).slice(0, 2)).toEqual([
    'There is no usable backup.',
    'Nothing newer could be read from the damaged file.',
  ])
})

test('a file that could not be read at all, or whose list has holes, never looks like an empty one', () => {
  expect(sentencesOf(rescued({ list: 'none' }))[1]).toBe(
    'The damaged file could not be read at all, not even the names of its conversations. What you said in them is only in that file.',
  )
  expect(sentencesOf(rescued({ list: 'none', backupAt: AT }))[1]).toContain(
    'What was said after the backup is only in that file.',
  )
  expect(sentencesOf(rescued({ list: 'part', salvaged: 2 }))).toContain(
    'The list of conversations in the damaged file could not be read completely, so more may be lost than are named here.',
  )
  expect(partName({ title: 'Ports', part: 'waitingMessages' })).toBe(
    'Ports: messages waiting to be sent',
  )
})

test('rules that could not be read are named: those of the backup apply again, a removed one too', () => {
  const old = { areRulesOld: true, list: 'whole' } as const
  expect(sentencesOf(rescued({ ...old, backupAt: AT })).join(' ')).toContain(
    'could not be read. Those of the backup apply again. Check them in Settings.',
  )
  expect(sentencesOf(rescued(old)).join(' ')).toContain('could not be read. There will be none.')
})
