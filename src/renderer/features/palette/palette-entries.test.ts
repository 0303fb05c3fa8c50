import { expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { snapshotOf } from '../../../client/fakes/samples.ts'
import { ALL_COMMANDS } from '../commands/app-commands.ts'
import { SETTING_NAMES } from '../settings/setting-names.ts'
import { paletteEntries, type PaletteSources } from './palette-entries.ts'

const { summary } = snapshotOf()
const row = (title: string, updatedAt: number) => ({
  ...summary,
  id: ConversationId.parse(title),
  title,
  folder: '/home/me/app',
  updatedAt,
})
const sources: PaletteSources = {
  conversations: [row('Fix the login', 1), row('Rename the settings page', 2)],
  whyNot: (command) => (command === 'compact' ? 'Too short.' : null),
  shownFolder: (folder) => folder.replace('/home/me', '~'),
}
const titles = (typed: string): readonly string[] =>
  paletteEntries(typed, sources).map(({ title }) => title)

test('with nothing typed there is every command, then the newest conversations, their folders, then every setting', () => {
  const entries = paletteEntries(' ', sources)
  expect(entries).toHaveLength(ALL_COMMANDS.length - 1 + 2 + 1 + SETTING_NAMES.length)
  expect(entries.filter(({ type }) => type === 'conversation').map(({ title }) => title)).toEqual([
    'Rename the settings page',
    'Fix the login',
  ])
})

test('commands, conversations and settings are found by their letters, a command first', () => {
  expect(titles('login')).toEqual(['Fix the login'])
  expect(titles('rename')[0]).toBe('Rename this conversation')
  expect(titles('rename')).toContain('Rename the settings page')
  expect(titles('theme')[0]).toBe('Theme')
  expect(titles('~/app fix')).toEqual(['Fix the login'])
  expect(titles('side')).toContain('Open another conversation beside this one')
})

test('if nothing matches, all conversations can be searched for it', () => {
  expect(paletteEntries(' zzz ', sources)).toEqual([
    { type: 'search', title: 'Search all conversations for “zzz”', about: '', text: 'zzz' },
  ])
})

test('a folder is found by its name, and leads to a new conversation there', () => {
  expect(paletteEntries('new in app', sources)[0]).toEqual({
    type: 'folder',
    title: 'New conversation in app',
    about: '~/app',
    folder: '/home/me/app',
  })
})

test('an unavailable command says why', () => {
  const [compact] = paletteEntries('compact', sources)
  expect(compact).toMatchObject({ about: 'Too short.', whyNot: 'Too short.' })
})

test('ten thousand conversations give fifty entries', () => {
  const conversations = Array.from({ length: 10_000 }, (_, n) => row(`Task ${n}`, n))
  expect(paletteEntries('task', { ...sources, conversations })).toHaveLength(50)
})

test('what only has the letters of the typed word is left out, unless nothing has the word', () => {
  expect(titles('stop').every((title) => /stop/i.test(title))).toBe(true)
  expect(titles('stop')[0]).toBe('Stop')
  expect(titles('rnm')).toContain('Rename this conversation')
})
