import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesToBreak, mutantsIn, mutantsOf, ROOT } from './find-mutants.ts'
import { edited } from './edits.ts'

const SOURCE = `
const LIMIT = 3
function when(state, event) {
  switch (event.type) {
    case 'a':
      return refused('busy')
    case 'b':
    case 'c':
      if (state.count >= LIMIT) return refused('nothingToDo')
      draft.start(x)
      return moved(state)
    default:
      return assertNever(event)
  }
}
`

/** The source of a mutant, without white space. */
function brokenBy(name: string): string {
  const mutant = mutantsIn('when.ts', SOURCE).find((each) => each.name === name)
  return edited(SOURCE, mutant?.edits ?? []).replaceAll(/\s+/g, ' ')
}

test('every case, condition, boundary, number and call of a source is broken once', () => {
  expect(mutantsIn('when.ts', SOURCE).map(({ name }) => name)).toEqual([
    'top: LIMIT = 3 one more',
    "when: case 'a' removed",
    "when: case 'b' removed",
    "when: case 'c' removed",
    "when: case 'a' swapped with 'c'",
    'when: state.count >= LIMIT always true',
    'when: state.count >= LIMIT always false',
    'when: state.count >= LIMIT with >',
    'when: draft.start(x) left out',
  ])
})

test('a removed case gets a neutral answer, and the other cases of its body keep theirs', () => {
  const start = "switch (event.type) { case 'b': return refused('nothingToDo')"
  const rest = "case 'a': return refused('busy') case 'c': if ("
  expect(brokenBy("when: case 'b' removed")).toContain(`${start} ${rest}`)
  expect(brokenBy("when: case 'c' removed")).toContain("case 'b': if (")
})

test('bodies are swapped, conditions forced, calls left out', () => {
  expect(brokenBy("when: case 'a' swapped with 'c'")).toContain(
    "return moved(state) case 'b': case 'c': return refused('busy') default:",
  )
  expect(brokenBy('when: state.count >= LIMIT always false')).toContain('if (false) return')
  expect(brokenBy('when: state.count >= LIMIT with >')).toContain('count > LIMIT')
  expect(brokenBy('when: draft.start(x) left out')).toContain('{} return moved')
  expect(brokenBy('top: LIMIT = 3 one more')).toContain('LIMIT = 3 + 1')
})

test('every mutant of the core compiles: a test notices it only by its behaviour', () => {
  for (const file of filesToBreak()) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const { name, edits } of mutantsOf(file)) {
      const read = (): string => stripTypeScriptTypes(edited(text, edits))
      expect(read, `${file} ${name}`).not.toThrow()
    }
  }
})

test('each name belongs to one mutant', () => {
  const names = filesToBreak().flatMap((file) =>
    mutantsOf(file).map(({ name }) => `${file} ${name}`),
  )
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(300)
})
