import { closeSync, openSync, writeSync } from 'node:fs'
import { changing, edit } from '../tools/changing.fixture.ts'
import { UndoWorkspace } from './undo-workspace.fixture.ts'

/** A separate process with few files, all of them open. Prints what undo and the tools say of a file during that. */
using workspace = new UndoWorkspace()
workspace.write('a', 'old\n')
const [changed] = await workspace.patch(edit('a', 'old', 'new'))
if (changed === undefined) throw new Error('nothing was changed')
const made = { ...changed, before: null }
const deleted = { ...changed, after: null }
const edits = workspace.edits
// What is loaded only when it is needed needs a file.
await edits.look(workspace.folder, [changed])
await workspace.inspect(...changing(edit('a', 'new', 'newer')))
await workspace.call('grep', { pattern: 'x', path: 'a' })

const said: string[] = []
const files: number[] = []
try {
  for (;;) files.push(openSync(workspace.folder, 'r'))
} catch {
  // There are no more.
}
for (const change of [changed, made, deleted]) {
  const { conflicts, restorable } = await edits.look(workspace.folder, [change])
  said.push(...conflicts.map(({ why }) => why), ...restorable.map(({ shown }) => shown))
}
for (const change of [
  edit('a', 'new', 'newer'),
  { type: 'create', path: 'a', text: 'mine\n' } as const,
]) {
  const facts = await workspace.inspect(...changing(change))
  said.push(facts.check.type === 'unusable' ? facts.check.text : facts.check.type)
}
said.push((await workspace.call('grep', { pattern: 'x', path: 'a' })).text)
for (const file of files) closeSync(file)
writeSync(1, JSON.stringify(said))
