import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { OwnCommand } from '../../../shared/protocol/file-commands.ts'
import { appCommandIn, suggestedCommands, suggestionsFor } from './suggestion.ts'

const own: readonly OwnCommand[] = [
  {
    name: 'review',
    description: 'Reads it',
    argumentHint: '',
    template: 'Read',
    origin: 'folder',
    isAllowed: true,
  },
  {
    name: 'new',
    description: '',
    argumentHint: '',
    template: 'New',
    origin: 'person',
    isAllowed: true,
  },
]
const labels = (query: string): readonly string[] =>
  suggestedCommands(query, own, () => null).map(({ label }) => label)

test('commands are offered by their names, best first, Phoenix’s ahead of others with the same name', () => {
  expect(labels('re').slice(0, 2)).toEqual(['/rename', '/review'])
  expect(suggestedCommands('new', own, () => null).map(({ type }) => type)).toEqual(['app', 'own'])
  expect(labels('')).toHaveLength(15)
  expect(labels('zzz')).toEqual([])
})

test('each says what it does, where it comes from, or why it is unavailable', () => {
  const [review] = suggestedCommands('review', own, () => null)
  expect(review?.about).toBe('Reads it · from this folder')
  const [compact] = suggestedCommands('compact', own, () => 'Too short.')
  expect(compact?.about).toBe('Too short.')
})

test('a text calls a command of Phoenix by its full name only', () => {
  expect(appCommandIn('/files')?.command).toBe('browse')
  expect(appCommandIn('/files \n')?.command).toBe('browse')
  for (const text of ['/file', '/files now', ' /files', 'files', '/', '/null', ''])
    expect(appCommandIn(text)).toBeNull()
})

async function filesFound(answer: Result<unknown, unknown>): Promise<unknown> {
  const request = async (name: string) => (name === 'files.find' ? answer : ok({ resources: [] }))
  const asker = { app: { client: { request } }, commands: { whyNot: () => null } } as never
  const found = await suggestionsFor(
    { type: 'file', query: 'a' },
    asker,
    'c1' as ConversationId,
    async () => [],
  )
  return [found.choices.map(({ label }) => label), found.note]
}

test('why files are missing is said, unless the page says it already or a newer search replaced this one', async () => {
  const cut = /^Some files are missing here/
  expect(await filesFound(ok({ paths: ['a'], isCut: false }))).toEqual([['a'], ''])
  expect(await filesFound(ok({ paths: ['a'], isCut: true }))).toEqual([
    ['a'],
    expect.stringMatching(cut),
  ])
  const error = appError('folderNotReadable', 'The files can’t be listed. Its disk is gone.')
  expect(await filesFound(failed(error))).toEqual([[], error.message])
  for (const code of ['stopped', 'disconnected'] as const)
    expect(await filesFound(failed(appError(code, 'Said elsewhere.')))).toEqual([[], ''])
})
