import { expect, test } from 'vitest'
import type { FoundSession } from '../../../shared/protocol/import-commands.ts'
import { sessionsWith, wordsOfImport, wordsOfSkipped, wordsOfUncopied } from './import-words.ts'

const session = (title: string, folder: string): FoundSession => {
  return { id: title, program: 'claudeCode', title, folder, at: 0 }
}

test('left-out parts are listed by kind, and nothing is said without any', () => {
  expect(wordsOfSkipped([])).toBeNull()
  const skipped = [
    { what: 'notes of Codex', count: 2000 },
    { what: 'line that is not JSON', count: 1 },
  ]
  expect(wordsOfSkipped(skipped)).toBe('Skipped: 2,000 notes of Codex, 1 line that is not JSON.')
})

test('what a copy would not have is counted', () => {
  expect(wordsOfUncopied(0)).toBeNull()
  expect(wordsOfUncopied(1_200)).toContain('leaves out 1,200 of them')
})

test('sessions are narrowed by words of title, folder and program', () => {
  const sessions = [session('Mend the door', '/work/a'), session('Paint', '/work/door')]
  const titles = (text: string): readonly string[] =>
    sessionsWith(sessions, text).map(({ title }) => title)
  expect(titles(' ')).toHaveLength(2)
  expect(titles('DOOR')).toHaveLength(2)
  expect(titles('door claude mend')).toEqual(['Mend the door'])
  expect(titles('window')).toEqual([])
})

test('what is shown can be imported together, unless nothing is', () => {
  expect([0, 1, 2, 3].map((shown) => wordsOfImport(shown, 3))).toEqual([
    null,
    'Import this one',
    'Import these 2',
    'Import all',
  ])
})
