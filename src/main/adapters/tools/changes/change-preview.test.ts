import { readFileSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ChangePreview } from '../../../../shared/conversation/change-preview.ts'
import { CallId, ConversationId } from '../../../../shared/ids.ts'
import type { CallFacts } from '../../../core/machine/event.ts'
import { Workspace } from '../calling.fixture.ts'
import { changing, edit } from '../changing.fixture.ts'

function previewOf(
  workspace: Workspace,
  { check, digest, input, name }: CallFacts,
): Promise<ChangePreview> {
  if (check.type === 'unusable') throw new Error(check.text)
  const { action, limitMs, subject } = check
  const verdict = { type: 'ask', limitMs, why: 'mode' } as const
  const call = { callId: CallId.parse('call'), name, input, digest, action, subject, verdict }
  const conversationId = ConversationId.parse('conversation')
  return workspace.tools.preview(call, { conversationId, folder: workspace.folder })
}

test('a preview is the difference that the call would make, of all its files, and writes none', async () => {
  using workspace = new Workspace()
  const file = workspace.write('a.txt', 'one\ntwo\n')
  workspace.write('gone.txt', 'x\n')
  const facts = await workspace.inspect(
    ...changing(
      edit('a.txt', 'two', 'TWO'),
      { type: 'create', path: 'new.txt', text: 'n\n'.repeat(300) },
      { type: 'delete', path: 'gone.txt' },
    ),
  )
  const preview = await previewOf(workspace, facts)
  expect(preview).toMatchObject({ type: 'diff', leftOut: 0 })
  const text = preview.type === 'diff' ? preview.text : ''
  expect(text.split('\n').filter((line) => line === '+n')).toHaveLength(300)
  for (const part of ['--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO', '-x']) {
    expect(text).toContain(part)
  }
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n')
})

test('a file changed since the check shows no diff, and the call fails even if allowed', async () => {
  using workspace = new Workspace()
  const file = workspace.write('a.txt', 'one\ntwo\n')
  const facts = await workspace.inspect(...changing(edit('a.txt', 'two', 'TWO')))
  const changed = { type: 'changed', text: expect.stringMatching(/^a\.txt has changed since/) }
  workspace.write('a.txt', 'ONE\ntwo\n')
  expect(await previewOf(workspace, facts)).toEqual(changed)
  workspace.write('a.txt', 'all is new\n')
  expect(await previewOf(workspace, facts)).toEqual(changed)
  rmSync(file)
  expect(await previewOf(workspace, facts)).toEqual(changed)
  expect(await workspace.run(facts, { isApproved: true })).toMatchObject({ outcome: 'failed' })
  workspace.write('a.txt', 'one\ntwo\n')
  expect(await previewOf(workspace, facts)).toMatchObject({ type: 'diff' })
})

test("a file changed by this conversation's own call since then does not count as changed by others", async () => {
  using workspace = new Workspace()
  workspace.write('a.txt', 'one\ntwo\n')
  const first = await workspace.inspect(...changing(edit('a.txt', 'one', 'ONE')))
  const second = await workspace.inspect(...changing(edit('a.txt', 'two', 'TWO')))
  await workspace.run(first)
  const preview = await previewOf(workspace, second)
  expect(preview).toMatchObject({ type: 'diff', text: expect.stringContaining(' ONE\n-two\n+TWO') })
})

test('a file name with line breaks cannot add false lines to the difference', async () => {
  using workspace = new Workspace()
  const path = 'a\n--- a/safe.ts\n+++ b/safe.ts\n@@ -1 +1 @@\n-x\n+harmless'
  workspace.write(path, 'one \n')
  const facts = await workspace.inspect(...changing(edit(path, 'one\n', 'evil\n')))
  const preview = await previewOf(workspace, facts)
  const lines = preview.type === 'diff' ? preview.text.split('\n') : []
  expect(lines.filter((line) => /^(?:---|\+\+\+|@@|[-+ ])/.test(line))).toHaveLength(5)
  expect(lines).toHaveLength(6)
})

test('a difference of more than 64 KB is shown up to there, with the number of lines left out', async () => {
  using workspace = new Workspace()
  const text = `${'x'.repeat(99)}\n`.repeat(2_000)
  const facts = await workspace.inspect(...changing({ type: 'create', path: 'b', text }))
  const preview = await previewOf(workspace, facts)
  if (preview.type !== 'diff') throw new Error(preview.type)
  expect(Buffer.byteLength(preview.text)).toBeLessThanOrEqual(64 * 1024)
  expect(preview.text.split('\n').length + preview.leftOut).toBe(2_003)
  const long = { type: 'create', path: 'c', text: `${'y'.repeat(10_005)}\nz\n` } as const
  const cut = await previewOf(workspace, await workspace.inspect(...changing(long)))
  expect(cut).toMatchObject({ text: expect.stringContaining('yyy… 5 more characters\n+z') })
})

test('a call that changes no file has no preview, and an unknown input or name does no harm', async () => {
  using workspace = new Workspace()
  workspace.write('a.txt', 'one\n')
  const read = await workspace.inspect('read_file', { path: 'a.txt' })
  expect(await previewOf(workspace, read)).toEqual({ type: 'none' })
  const facts = await workspace.inspect(...changing(edit('a.txt', 'one', 'ONE')))
  expect(await previewOf(workspace, { ...facts, name: 'no_such_tool' })).toEqual({ type: 'none' })
  const broken = { type: 'unparsed', text: '{' } as const
  expect(await previewOf(workspace, { ...facts, input: broken })).toEqual({ type: 'none' })
  expect(await previewOf(workspace, { ...facts, digest: 'another' })).toMatchObject({
    type: 'changed',
  })
})
