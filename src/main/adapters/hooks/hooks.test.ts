import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createHookRig, one, textOf } from './hook-rig.fixture.ts'

test('hooks of a folder are off until they are allowed, and off again when one of them changes', async () => {
  await using bench = createHookRig()
  bench.set(one('PreToolUse', 'touch ran'))
  expect((await bench.call('bash')).hooks).toBeUndefined()
  const [before] = await bench.control.list(bench.folder)
  expect(before).toMatchObject({
    trust: 'notAllowed',
    path: '.claude/settings.json',
    difference: null,
  })
  expect(before?.text).toBe('Before every tool (60 s): touch ran')
  await bench.allowAll()
  expect((await bench.call('bash')).hooks).toMatchObject([{ command: 'touch ran', outcome: 'ok' }])
  expect(readFileSync(join(bench.folder, 'ran'), 'utf8')).toBe('')
  bench.set(one('PreToolUse', 'touch ran', { timeout: 5 }))
  expect((await bench.call('bash')).hooks).toBeUndefined()
  expect((await bench.control.list(bench.folder))[0]).toMatchObject({
    trust: 'changed',
    difference: expect.stringContaining(
      '-Before every tool (60 s): touch ran\n+Before every tool (5 s): touch ran',
    ),
    text: 'Before every tool (5 s): touch ran',
  })
  const stale = { ...before, isAllowed: true } as Parameters<typeof bench.control.allow>[1]
  expect(await bench.control.allow(bench.folder, stale)).toMatchObject({
    ok: false,
    error: expect.stringContaining('has changed in the meantime'),
  })
})

test('other changes of the file do not ask again; a withdrawn permission takes effect', async () => {
  await using bench = createHookRig()
  bench.set(one('PreToolUse', 'true'))
  await bench.allowAll()
  bench.write(
    '.claude/settings.json',
    JSON.stringify({ model: 'x', hooks: one('PreToolUse', 'true') }),
  )
  expect((await bench.call('bash')).hooks).toHaveLength(1)
  const [file] = await bench.control.list(bench.folder)
  if (file !== undefined) await bench.control.allow(bench.folder, { ...file, isAllowed: false })
  expect((await bench.call('bash')).hooks).toBeUndefined()
})

test('a person’s own hooks are confirmed once, and then run in every folder', async () => {
  await using bench = createHookRig()
  mkdirSync(join(bench.home, '.claude'))
  const text = JSON.stringify({ hooks: one('PreToolUse', 'echo own') })
  writeFileSync(join(bench.home, '.claude/settings.json'), text)
  expect((await bench.call('bash')).hooks).toBeUndefined()
  expect(await bench.control.list(null)).toMatchObject([
    { origin: 'person', path: '~/.claude/settings.json', trust: 'notAllowed' },
  ])
  await bench.allowAll()
  expect((await bench.call('bash', {}, { folder: bench.home })).hooks).toHaveLength(1)
})

test('a hook gets the call in the format of other programs', async () => {
  await using bench = createHookRig()
  bench.set(one('PostToolUse', 'cat > told.json', { matcher: 'Edit|Write' }))
  await bench.allowAll()
  await bench.call('bash', { command: 'true' })
  await bench.call('edit_file', { path: 'src/a.ts', old_string: 'a', new_string: 'b' })
  expect(JSON.parse(readFileSync(join(bench.folder, 'told.json'), 'utf8'))).toMatchObject({
    session_id: 'conversation',
    cwd: bench.folder,
    hook_event_name: 'PostToolUse',
    tool_name: 'Edit',
    tool_input: { file_path: join(bench.folder, 'src/a.ts'), old_string: 'a' },
    tool_response: { outcome: 'ok', text: 'done' },
  })
})

test('exit 2 blocks the call, with the text on standard error, and the tool does not run', async () => {
  await using bench = createHookRig()
  bench.set(one('PreToolUse', 'echo "no force pushes" > /dev/stderr; exit 2', { matcher: 'Bash' }))
  await bench.allowAll()
  const outcome = await bench.call('bash')
  expect(outcome).toMatchObject({ outcome: 'failed', hooks: [{ outcome: 'blocked' }] })
  expect(textOf(outcome)).toMatch(/Not run: a hook .* blocked this call.*no force pushes/s)
  expect(bench.calls).toEqual([])
})

test('a hook after a call reports to the model; after a failed call none runs', async () => {
  await using bench = createHookRig()
  bench.set(one('PostToolUse', 'echo "2 errors" >&2; exit 2'))
  await bench.allowAll()
  const outcome = await bench.call('edit_file', { path: 'a' })
  expect(outcome.outcome).toBe('ok')
  expect(textOf(outcome)).toMatch(/done.*A hook of the user's says of this call.*2 errors/s)
  expect((await bench.call('fails')).hooks).toBeUndefined()
})

test('hooks get the path of their input, and know the folder', async () => {
  await using bench = createHookRig()
  bench.set(one('PreToolUse', 'test -n "$(cat /dev/stdin)" && echo "$CLAUDE_PROJECT_DIR"'))
  await bench.allowAll()
  expect((await bench.call('bash')).hooks).toMatchObject([{ output: bench.folder, outcome: 'ok' }])
})

test('the limit of a call includes the time of its hooks', async () => {
  await using bench = createHookRig()
  bench.set({
    ...(one('PreToolUse', 'true', { timeout: 7 }) as object),
    ...(one('PostToolUse', 'true', { timeout: 20, matcher: 'Write' }) as object),
  })
  await bench.allowAll()
  const at = { ...bench.place, caller: 'root' } as const
  const input = { type: 'object', value: {} } as const
  const limitOf = async (name: string): Promise<number> => {
    const { check } = await bench.tools.inspect({ name, input }, at)
    return check.type === 'runnable' ? check.limitMs : 0
  }
  expect(await limitOf('write_file')).toBe(1_000 + 27_000 + 2_000)
  expect(await limitOf('bash')).toBe(1_000 + 7_000 + 2_000)
})

test('calls that are inspected at once read the files of hooks once, later ones again', async () => {
  await using bench = createHookRig()
  const read = vi.spyOn(bench.hooks, 'filesIn')
  const { folder } = bench.place
  for (const tools of [['bash', 'grep', 'glob'], ['bash']]) {
    await Promise.all(tools.map((tool) => bench.hooks.timeFor(folder, tool)))
  }
  expect(read).toHaveBeenCalledTimes(2)
})
