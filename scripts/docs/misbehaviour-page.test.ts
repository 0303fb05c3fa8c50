import { expect, test } from 'vitest'
import { HOOK_BEHAVIOURS } from '../../simulation/faults/hook-faults.ts'
import { SKILL_BEHAVIOURS } from '../../simulation/faults/skill-faults.ts'
import { TOOL_FAULTS } from '../../simulation/faults/tool-faults.ts'
import { expectTest, pageOf } from './named-tests.fixture.ts'

const ROW = /^\| (.+?) +\| .+? +\| .+? +\| `(\S+\.test\.ts)`: `(.+)` *\|$/
/** The least number of ways for each of them. */
const FEWEST = { 'An MCP server': 30, 'A hook': 15, 'A skill': 15, 'An editor': 4 }

interface Way {
  readonly way: string
  readonly file: string
  readonly name: string
}

const page = pageOf('misbehaviour.md')
const ways = page.split('\n## ').flatMap((section): readonly Way[] => {
  const [title = '', ...lines] = section.split('\n')
  return lines.flatMap((line) => {
    const [, it, file = '', name = ''] = ROW.exec(line) ?? []
    return it === undefined ? [] : [{ way: `${title}: ${it}`, file, name }]
  })
})

test('every row of the page of misbehaviour is read, and each way is listed once', () => {
  const rows = page.split('\n').filter((line) => /^\| (?!It |-)/.test(line))
  expect(ways).toHaveLength(rows.length)
  expect(new Set(ways.map(({ way }) => way)).size).toBe(rows.length)
})

test.each(Object.entries(FEWEST))('%s can misbehave in at least %d ways', (who, fewest) => {
  expect(ways.filter(({ way }) => way.startsWith(who)).length).toBeGreaterThanOrEqual(fewest)
})

test('the simulator plays at least 30 ways of tools, and the ways of hooks and skills', () => {
  expect(Object.keys(TOOL_FAULTS).length).toBeGreaterThanOrEqual(30)
  expect(Object.keys(HOOK_BEHAVIOURS).length).toBeGreaterThanOrEqual(12)
  expect(Object.keys(SKILL_BEHAVIOURS).length).toBeGreaterThanOrEqual(15)
})

/** As a title, or as a row of a table. */
test.each(ways)('$way: its test exists', ({ file, name }) => expectTest(file, `'${name}',`))
