import { describe, expect, test } from 'vitest'
import { whatOfCall } from './words.ts'
import {
  inputParts,
  outcomeOf,
  placeOfCall,
  textOfInput,
  textToAllow,
  withoutEnding,
  withoutPath,
} from './call-texts.ts'

describe('a tool call', () => {
  test('shows its command, then its other fields', () => {
    const value = { timeoutSeconds: 5, command: 'npm test' }
    expect(textOfInput({ type: 'object', value })).toBe('npm test\ntimeoutSeconds: 5')
    expect(textOfInput({ type: 'object', value: { thought: 'a\nb' } })).toBe('thought: a\n  b')
  })

  test('cannot pass a line of one field for another field', () => {
    const text = textOfInput({ type: 'object', value: { note: 'x\ndry_run: true', 'a\nb': 1 } })
    expect(text).toBe('note: x\n  dry_run: true\na\n  b: 1')
    const changes = [{ type: 'delete', path: 'a\ncreate b' }]
    expect(textOfInput({ type: 'object', value: { changes } })).toBe('delete a\n  create b')
  })

  test('shows the fields of a change that Phoenix does not know', () => {
    const changes = [{ type: 'delete', path: 'a.ts', recursive: true }]
    expect(textOfInput({ type: 'object', value: { changes } })).toContain('"recursive": true')
  })

  test('is shown whole to who allows it, unless its preview shows the whole change', () => {
    const input = { type: 'object', value: { path: 'a', content: 'x\n' } } as const
    const whole = 'path: a\n+ x'
    expect(textToAllow(input, null)).toBe(whole)
    expect(textToAllow(input, { type: 'none' })).toBe(whole)
    expect(textToAllow(input, { type: 'diff', text: '+x', leftOut: 0 })).toBe('+x')
    expect(textToAllow(input, { type: 'diff', text: '+', leftOut: 1 })).toBe(whole)
    expect(textToAllow(input, { type: 'changed', text: 'Changed.' })).toBe(`Changed.\n${whole}`)
  })

  test('shows what a patch will change', () => {
    const changes = [
      { type: 'edit', path: 'a.ts', oldText: 'one\ntwo\n', newText: 'ONE\n' },
      { type: 'create', path: 'b.ts', text: 'new\n' },
      { type: 'delete', path: 'c.ts' },
    ]
    expect(textOfInput({ type: 'object', value: { changes } })).toBe(
      'edit a.ts\n- one\n- two\n+ ONE\ncreate b.ts\n+ new\ndelete c.ts',
    )
    expect(textOfInput({ type: 'object', value: { changes: 'x' } })).toBe('changes: x')
    expect(whatOfCall({ type: 'object', value: { changes } })).toBe('a.ts and 2 more')
    expect(whatOfCall({ type: 'object', value: { changes: [null, 7] } })).toBe('')
    expect(whatOfCall({ type: 'object', value: { changes: [changes[0], changes[0]] } })).toBe(
      'a.ts',
    )
  })

  test('with a job number is about that job', () => {
    const stop = { action: 'stop', job: 2 }
    expect(whatOfCall({ type: 'object', value: stop })).toBe('stop job 2')
    const start = { action: 'start', command: 'npm run dev' }
    expect(whatOfCall({ type: 'object', value: start })).toBe('npm run dev')
  })

  test('shows what an edit, a new file and a patch will change', () => {
    const edit = { path: 'a.ts', old_string: 'one\ntwo\n', new_string: 'ONE' }
    expect(textOfInput({ type: 'object', value: edit })).toBe('path: a.ts\n- one\n- two\n+ ONE')
    const write = { path: 'b.ts', content: 'new\n' }
    expect(textOfInput({ type: 'object', value: write })).toBe('path: b.ts\n+ new')
    const patch = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Delete File: b.ts\n*** End Patch'
    expect(textOfInput({ type: 'object', value: { patch } })).toBe(patch)
    expect(whatOfCall({ type: 'object', value: { patch } })).toBe('a.ts and 1 more')
    expect(whatOfCall({ type: 'object', value: edit })).toBe('a.ts')
    expect(whatOfCall({ type: 'object', value: { todos: [1, 2] } })).toBe('2 tasks')
  })

  test('is named by its pattern, its keywords or its path', () => {
    const pattern = { pattern: 'lock', path: 'src', glob: '*.ts', limit: 5 }
    expect(whatOfCall({ type: 'object', value: pattern })).toBe('lock in src in *.ts')
    const keywords = ['lock', 'database']
    expect(whatOfCall({ type: 'object', value: { keywords } })).toBe('lock, database')
    expect(whatOfCall({ type: 'object', value: { path: 'src', keywords } })).toBe(
      'lock, database in src',
    )
    const globbed = { path: 'src', glob: '*.ts', keywords }
    expect(whatOfCall({ type: 'object', value: globbed })).toBe('lock, database in src in *.ts')
    expect(whatOfCall({ type: 'object', value: { depth: 2 } }, 'list_files')).toBe(
      'the whole folder',
    )
    expect(whatOfCall({ type: 'object', value: {} }, 'bash')).toBe('')
    expect(whatOfCall({ type: 'object', value: { fromLine: 3, path: 'src/a.ts' } })).toBe(
      'src/a.ts',
    )
  })

  test('shows input that is not JSON as received', () => {
    expect(textOfInput({ type: 'unparsed', text: '{"command": "npm' })).toBe('{"command": "npm')
  })

  test('shows its status', () => {
    const ended = { outcome: 'failed', text: '', images: [], durationMs: 4_210 } as const
    const result = { ...ended, summary: null }
    const running = { type: 'running', startedAt: 1_000, output: null, editedTo: null } as const
    expect(outcomeOf(null, running, 42_000)).toBe('Running · 41 s')
    expect(outcomeOf(result, null, 0)).toBe('Failed · 4.2 s')
    expect(outcomeOf({ ...result, summary: 'exit 1' }, null, 0)).toBe('exit 1 · 4.2 s')
    expect(outcomeOf({ ...result, outcome: 'skipped', durationMs: null }, null, 0)).toBe('Skipped')
    expect(outcomeOf(null, null, 0)).toBe('Waiting')
    expect(outcomeOf(null, { type: 'asked' }, 0)).toBe('Needs your approval')
    const answer = 'deny' as const
    expect(outcomeOf(null, { type: 'answered', answer }, 0)).toBe('Denied, waiting')
    expect(outcomeOf({ ...result, outcome: 'denied', durationMs: null }, null, 0)).toBe('Denied')
  })
})

function object(value: Readonly<Record<string, unknown>>) {
  return { type: 'object', value } as const
}

function placeOf(value: Readonly<Record<string, unknown>>) {
  return placeOfCall({ input: object(value) })
}

test('the path of a call is separate, with the first line that it reads; the rest is its input', () => {
  expect(placeOf({ path: 'a.ts', offset: 40 })).toEqual({ path: 'a.ts', line: 40 })
  expect(placeOf({ path: 'a.ts', offset: '40' })).toEqual({ path: 'a.ts', line: null })
  expect(placeOf({ command: 'cat a.ts' })).toBeNull()
  expect(placeOf({ path: ' ' })).toBeNull()
  expect(placeOfCall({ input: { type: 'unparsed', text: '{"path":"a.ts"' } })).toBeNull()
  expect(textOfInput(withoutPath(object({ path: 'a.ts', limit: 2 })))).toBe('limit: 2')
})

const NO_OPTIONS = { options: [], reason: null, rest: '' }

describe('the options of a command', () => {
  test('are words beside it, not lines of it', () => {
    const value = {
      timeout_seconds: 360,
      command: 'npm i -g pnpm',
      outside_sandbox: true,
      reason: 'It lies in /usr.',
    }
    expect(inputParts(object(value), 'bash')).toEqual({
      text: 'npm i -g pnpm',
      options: ['Limit 6 min', 'Outside the sandbox'],
      reason: 'It lies in /usr.',
      rest: '',
    })
    expect(inputParts(object({ action: 'start', command: 'a\nb' }), 'bash_background')).toEqual({
      ...NO_OPTIONS,
      text: 'a\nb',
      options: ['Starts a background job'],
    })
  })

  test('that Phoenix does not know, or whose value it does not take, stay fields', () => {
    const value = {
      command: 'ls',
      outside_sandbox: 'true',
      timeout_seconds: '5',
      reason: ['x'],
      action: 'stop',
      env: { A: '1' },
    }
    const { options, reason, rest } = inputParts(object(value), 'bash')
    expect([options, reason]).toEqual([[], null])
    for (const name of ['outside_sandbox: true', 'timeout_seconds: 5', 'reason: [', 'action: stop'])
      expect(rest).toContain(name)
    expect(rest).toContain('"A": "1"')
    expect(inputParts(object({ command: 'ls', outside_sandbox: false }), 'bash').rest).toBe(
      'outside_sandbox: false',
    )
  })

  test('of another tool are fields, whatever their names', () => {
    const value = { command: 'ls', outside_sandbox: true, reason: 'r' }
    expect(inputParts(object(value), 'mcp__box__run')).toEqual({
      ...NO_OPTIONS,
      text: 'ls',
      rest: 'outside_sandbox: true\nreason: r',
    })
    const grep = object({ pattern: 'x', path: 'src' })
    expect(inputParts(grep, 'grep')).toEqual({ ...NO_OPTIONS, text: textOfInput(grep) })
    const cut = { type: 'unparsed', text: '{"command": "ls' } as const
    expect(inputParts(cut, 'bash')).toEqual({ ...NO_OPTIONS, text: cut.text })
  })
})

const ended = (text: string, summary: string | null) => withoutEnding({ text, summary })

test('the output of a command does not repeat how it ended: the head of its card says it', () => {
  expect(ended('two\nexit 3 · 0.1 s', 'exit 3')).toBe('two')
  expect(ended('two\ntimed out after 2 s', 'timed out after 2 s')).toBe('two')
  for (const [text, summary] of [
    ['two\nexit 3 · 0.1 s', 'exit 33'],
    ['two\nexit 33 · 0.1 s', 'exit 3'],
    ['two\nexit 3 · then more', 'exit 3'],
    ['exit 3 · 0.1 s', 'exit 3'],
    ['exit 1 · 0.1 s\n\nThe sandbox refused it', 'refused by the sandbox'],
    ['Cancelled.', null],
  ] as const)
    expect(ended(text, summary)).toBe(text)
})
