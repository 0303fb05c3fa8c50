import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { complaintsOf, PAGE, promisesPage, readRules, readSources } from './collect.ts'
import { mentionsIn } from './mentions.ts'

const sources = readSources()
const rules = readRules()
const complaints = complaintsOf(sources, rules)

test('every number and name points to something in this repository', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect(complaints).toEqual([])
})

test('docs/promises.md matches the output of node scripts/docs/promises.ts', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(promisesPage(sources))
})

/** Numbers that nothing explains, composed here so this file does not name them. */
const WRONG = [
  ['T', '00'],
  ['I', '99'],
  ['R', '77'],
  ['rows 1 and ', '88'],
  ['rules 1 to ', '99'],
  ['REQ-BED', '-099'],
  ['REQ-BED-005', '.9z'],
  ['R5', '-99'],
  ['D', '-99'],
  ['docs/decisions/', '999'],
  ['docs/design/', 'nowhere.md'],
  ['reliability', '.md'],
  ['../shared/', 'design/machine.md'],
  ['document', ' 4'],
].map((parts) => parts.join(''))

test.each(WRONG)('a comment that names %s is found', (wrong) => {
  const planted = { file: 'src/planted.ts', mentions: mentionsIn(`/** See ${wrong}. */`) }
  const found = complaintsOf([...sources, planted], rules)
  const added = found.filter((complaint) => !complaints.includes(complaint))
  expect(added).not.toEqual([])
  for (const complaint of added) expect(complaint).toContain('src/planted.ts: ')
})

test('a promise named only by code, and one that nothing names, are reported', () => {
  const mentions = mentionsIn('T01')
  const found = complaintsOf([{ file: 'src/planted.ts', mentions }], new Set())
  expect(found).toContain('T01 is named by no test')
  expect(found).toContain('T02 is in scripts/promises/, but nothing names it')
})

test('numbers are read from lists, and ordinary words and paths are ignored', () => {
  expect(mentionsIn('R4, rows 5 and 32: I1 I2, T56, T57').promises).toEqual(
    expect.arrayContaining(['R4', 'I1', 'I2', 'T56', 'T57', 'row 5', 'row 32']),
  )
  expect(mentionsIn('rules 4 and 5; Rule 13').rules).toEqual(['4', '5', '13'])
  const plain = mentionsIn('GPT-5, AES-256, SHA-256, T2, docs/machine.md, src/shared/ids.ts')
  expect(plain).toMatchObject({ promises: [], rules: [], clauses: [], elsewhere: [] })
})
