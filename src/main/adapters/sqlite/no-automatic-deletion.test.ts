import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../..')

const sources = globSync('{main,shared}/**/*.ts', { cwd: SOURCES })
  .filter((file) => !/\.(?:test|fixture)\.ts$|\/(?:fakes|migrations)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }))

/** The paths of the files that contain this. */
function filesWith(words: RegExp): readonly string[] {
  return sources
    .filter(({ text }) => words.test(text))
    .map(({ file }) => file.replace('main/', ''))
    .toSorted()
}

test('R11 a conversation is removed by its command only, and no row of its history by anything else', () => {
  // From the user's command ...
  expect(filesWith(/'conversation\.delete': /)).toContain('runtime/commands/list-handlers.ts')
  expect(filesWith(/deletions\.delete\(/)).toEqual(['runtime/commands/list-handlers.ts'])
  // ... to the store ...
  expect(filesWith(/\.removeConversations\(/)).toEqual(['runtime/registry/deletions.ts'])
  // ... to the rows, including those that a rescue replaces by newer ones in the file that it makes.
  const removers = ['adapters/sqlite/deletion.ts', 'adapters/sqlite/upkeep/rescue.ts']
  expect(filesWith(/DELETE FROM conversations\b/)).toEqual(removers)
  expect(filesWith(/\bremove(?:Messages|Events)\([a-z]/)).toEqual([
    'adapters/sqlite/deletion.ts',
    'adapters/sqlite/history/history-rows.ts',
    'adapters/sqlite/upkeep/rescue.ts',
  ])
  // A migration to packed rows moves them: it adds each in the transaction that removes it.
  expect(filesWith(/DELETE FROM (?:messages|events|wide_|\$\{(?:packed|wide|table)\})/)).toEqual([
    'adapters/sqlite/deletion.ts',
    'adapters/sqlite/history/history-rows.ts',
    'adapters/sqlite/history/move-rows.ts',
    'adapters/sqlite/upkeep/rescue.ts',
  ])
})
