import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { brokenCases } from './break-cases.ts'
import { brokenConditions, leftOutCalls, shiftedBoundaries } from './break-conditions.ts'
import { edited, functionOf, type Mutant } from './edits.ts'

export const ROOT = join(import.meta.dirname, '../..')

/** The files that make decisions. A new policy file belongs here. */
const BROKEN_FILES = [
  'when-*',
  '*-policy',
  'add-user-message',
  'awaited',
  'close-turn',
  'compaction',
  'context-after',
  'context-window',
  'halt',
  'repair-request',
  'outbox',
  'recovery',
  'repairs',
  'reply',
  'session',
  'sub-agents',
  'tool-round',
  'transition',
  'turn',
  'turn-end',
].map((name) => `src/main/core/**/${name}.ts`)

export function filesToBreak(): readonly string[] {
  return globSync(BROKEN_FILES, { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
}

export function mutantsOf(file: string): readonly Mutant[] {
  return mutantsIn(file, readFileSync(join(ROOT, file), 'utf8'))
}

/** Returns every mutant of a source. Duplicate names are numbered. */
export function mutantsIn(file: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const counts = new Map<string, number>()
  const visit = (node: ts.Node): void => {
    const mutators = [brokenCases, brokenConditions, shiftedBoundaries, leftOutCalls]
    for (const { what, edits } of mutators.flatMap((mutate) => mutate(node))) {
      if (edited(text, edits) === text) continue
      const name = `${functionOf(node)}: ${what}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      found.push({ file, name: count === 1 ? name : `${name} #${count}`, edits })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
