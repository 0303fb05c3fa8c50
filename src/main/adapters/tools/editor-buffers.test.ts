import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { Workspace } from './calling.fixture.ts'
import { Editor } from './editor.fixture.ts'
import { workspaceForEachTest } from './workspace-for-each.fixture.ts'

/** Longer than any test. */
const NEVER_LATE_MS = 600_000

let editor: Editor
let workspace: Workspace
function withEditor(answerMs: number): Workspace {
  editor = new Editor(answerMs)
  return new Workspace({ unsaved: editor.unsaved })
}
workspaceForEachTest(
  () => withEditor(NEVER_LATE_MS),
  (made) => {
    workspace = made
  },
)

const READ = { path: 'a.ts' }
const EDIT = { path: 'a.ts', old_string: 'one', new_string: 'two' }

test('what is not saved in the editor is read; the file is changed only once it is saved', async () => {
  const path = workspace.write('a.ts', 'one\n')
  editor.held.set(path, 'one\nand more\n')
  const answer = await workspace.call('read_file', READ)
  expect(answer).toMatchObject({ outcome: 'ok', summary: '2 lines' })
  expect(answer.text).toMatch(
    /^1\tone\n2\tand more\n\[end of the file: 2 lines\]\n\[.*not saved yet/,
  )
  const refused = await workspace.call('edit_file', EDIT)
  expect(refused.outcome).toBe('failed')
  expect(refused.text).toMatch(/^Nothing was changed: .*not saved \(a\.ts\)\. Ask the user to save/)
  expect(workspace.text('a.ts')).toBe('one\n')
  workspace.write('a.ts', 'one\nand more\n')
  expect((await workspace.call('read_file', READ)).text).not.toContain('not saved')
  expect((await workspace.call('edit_file', EDIT)).outcome).toBe('ok')
  expect(workspace.text('a.ts')).toBe('two\nand more\n')
})

test('a new file is not written over one that is only in the editor yet', async () => {
  const path = join(workspace.folder, 'new.ts')
  editor.held.set(path, 'begun')
  const answer = await workspace.call('write_file', { path: 'new.ts', content: 'mine' })
  expect(answer.text).toMatch(/not saved \(new\.ts\)/)
  editor.held.set(path, '')
  expect((await workspace.call('write_file', { path: 'new.ts', content: 'mine' })).outcome).toBe(
    'ok',
  )
})

test('line ends and a byte order mark, which editors keep to themselves, are no change', async () => {
  const path = workspace.write('a.ts', '\uFEFFone\r\nthree\r\n')
  editor.held.set(path, 'one\nthree\n')
  expect((await workspace.call('read_file', READ)).text).not.toContain('not saved')
  expect((await workspace.call('edit_file', EDIT)).outcome).toBe('ok')
  expect(workspace.text('a.ts')).toBe('\uFEFFtwo\r\nthree\r\n')
})

test('an editor that hangs holds up one call, which then has the disk; it is asked again once it answers', async () => {
  using slow = withEditor(20)
  const path = slow.write('a.ts', 'one\n')
  editor.held.set(path, 'one more\n')
  editor.isHanging = true
  const first = await slow.call('read_file', READ)
  expect(first.text).toMatch(/^1\tone\n.*\n\[This is the file on disk\. The editor did not answer/)
  const second = await slow.call('edit_file', { ...EDIT, new_string: 'one, then' })
  expect(second).toMatchObject({ outcome: 'ok' })
  expect(second.text).toMatch(/^The editor did not answer\. /)
  expect(editor.requests).toHaveLength(1)
  editor.isHanging = false
  for (const ask of editor.requests) editor.answer(ask)
  expect((await slow.call('read_file', READ)).text).toMatch(/^1\tone more\n/)
})

test('Stop ends a call that waits for the editor, and nothing is written', async () => {
  workspace.write('a.ts', 'one\n')
  editor.isHanging = true
  for (const [name, input] of [
    ['read_file', READ],
    ['edit_file', EDIT],
  ] as const) {
    const before = editor.requests.length
    const stop = new AbortController()
    const run = workspace.run(await workspace.inspect(name, input), { signal: stop.signal })
    await expect.poll(() => editor.requests.length).toBeGreaterThan(before)
    stop.abort()
    expect([name, (await run).outcome]).toEqual([name, 'aborted'])
  }
  expect(workspace.text('a.ts')).toBe('one\n')
})

test('an editor that goes away while it is asked leaves the file on disk', async () => {
  workspace.write('a.ts', 'one\n')
  editor.isHanging = true
  const facts = await workspace.inspect('read_file', READ)
  const run = workspace.run(facts)
  await expect.poll(() => editor.requests).not.toEqual([])
  editor.unsaved.leave(editor.client)
  expect((await run).text).toBe('1\tone\n[end of the file: 1 line]')
  expect((await workspace.run(facts)).text).toBe('1\tone\n[end of the file: 1 line]')
  expect(editor.requests).toHaveLength(1)
})

test('only files of the folder are asked for, no secrets, and by their real paths', async () => {
  const path = workspace.write('a.ts', 'one\n')
  workspace.write('.env', 'KEY=1\n')
  const outside = join(workspace.outside, 'b.ts')
  workspace.write('../outside/b.ts', 'beside\n')
  for (const each of ['a.ts', '.env', outside]) {
    expect((await workspace.call('read_file', { path: each })).outcome).toBe('ok')
  }
  expect(editor.requests.map((ask) => ask.path)).toEqual([path])
})

test('the editor of a conversation is asked by its sub-agents too, and by no other conversation', async () => {
  workspace.write('a.ts', 'one\n')
  const facts = await workspace.inspect('read_file', READ)
  await workspace.run(facts, { conversationId: ConversationId.parse('sub-agent') })
  await workspace.run(facts, { conversationId: ConversationId.parse('another') })
  expect(editor.requests).toHaveLength(1)
})

test('an answer of another client is not taken for that of the editor', async () => {
  const path = workspace.write('a.ts', 'one\n')
  editor.isHanging = true
  const run = workspace.call('read_file', READ)
  await expect.poll(() => editor.requests).not.toEqual([])
  for (const { askId } of editor.requests) editor.unsaved.answer({}, askId, 'planted')
  editor.held.set(path, 'one\nreally\n')
  for (const ask of editor.requests) editor.answer(ask)
  expect((await run).text).toMatch(/really/)
})

test('while a process of a sandbox could lead the editor elsewhere, its text is not shown, and nothing is overwritten', async () => {
  const path = workspace.write('a.ts', 'one\n')
  editor.isSandboxed = true
  editor.held.set(path, 'the text of another file\n')
  const { text } = await workspace.call('read_file', READ)
  expect(text).toMatch(
    /^1\tone\n.*\n\[This is the file on disk\. The user has changes in the editor/,
  )
  expect((await workspace.call('edit_file', EDIT)).outcome).toBe('failed')
  editor.held.set(path, 'one\n')
  expect((await workspace.call('edit_file', EDIT)).outcome).toBe('ok')
})
