import { expect, test } from 'vitest'
import {
  LIVE_CALL_LENGTH,
  LIVE_CALL_LINES,
  type LiveCall,
} from '../../../../shared/conversation/conversation.ts'
import { GrowingCalls } from './growing-calls.ts'

function grown(name: string, json: string): LiveCall | undefined {
  const calls = new GrowingCalls()
  calls.push(7, name, '')
  for (const unit of json) calls.push(7, '', unit)
  return calls.all()[0]
}

test('a call is reported with its first piece, and its path as soon as that is complete', () => {
  expect(grown('write_file', '')).toEqual({ name: 'write_file', path: null, lines: 0, text: '' })
  expect(grown('write_file', '{"path": "src/a.t')).toMatchObject({ path: null })
  expect(grown('write_file', '{"path": "src/a.ts"')).toMatchObject({ path: 'src/a.ts' })
  expect(grown('write_file', '{"filePath": "src/a.ts"')).toMatchObject({ path: 'src/a.ts' })
})

test.each([
  ['write_file', { path: 'a', content: 'one\n\ntwo\n' }, '+ one\n+ \n+ two', 3],
  ['write_file', { path: 'a', content: 'one' }, '+ one', 1],
  ['edit_file', { path: 'a', old_string: 'x\ny', new_string: 'z' }, '- x\n- y\n+ z', 3],
  ['bash', { command: 'npm test\nls' }, 'npm test\nls', 2],
  ['grep', { pattern: 'TODO', limit: 3, glob: '*.ts' }, 'pattern: TODO\nglob: *.ts', 2],
  ['spawn_agents', { tasks: [{ task: 'Look' }] }, '', 0],
])('%s shows what its card will show', (name, input, text, lines) => {
  expect(grown(name, JSON.stringify(input))).toMatchObject({ text, lines })
})

test('a patch names the file that it is changing', () => {
  const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Add File: b c.ts\n+z'
  const json = JSON.stringify({ patch })
  const upTo = (end: string): string => json.slice(0, json.indexOf(end))
  expect(grown('apply_patch', upTo('*** Update'))).toMatchObject({ path: null })
  expect(grown('apply_patch', upTo('@@'))).toMatchObject({ path: 'a.ts', lines: 2 })
  expect(grown('apply_patch', json)).toMatchObject({ path: 'b c.ts', text: patch, lines: 7 })
})

test('the last lines of a long text are kept, and all are counted', () => {
  const content = Array.from({ length: 600 }, (_, line) => `line ${line}`).join('\n')
  const call = grown('write_file', JSON.stringify({ path: 'a', content }))
  expect(call?.lines).toBe(600)
  expect(call?.text.split('\n')).toHaveLength(LIVE_CALL_LINES)
  expect(call?.text.endsWith('+ line 599')).toBe(true)
  const wide = grown('write_file', JSON.stringify({ content: '👋'.repeat(9_000) }))
  expect(wide?.text.length).toBeLessThanOrEqual(LIVE_CALL_LENGTH)
  expect(wide?.text.isWellFormed()).toBe(true)
})

test('only changed calls are published again, and no more than a screen can use', () => {
  const calls = new GrowingCalls()
  for (let call = 0; call < 100; call++) calls.push(call, 'bash', '{"command":"l')
  expect(calls.changed()).toHaveLength(32)
  expect(calls.changed()).toEqual([])
  calls.push(3, '', 's')
  calls.push(99, '', 's')
  expect(calls.changed()).toMatchObject([{ index: 3, call: { name: 'bash', text: 'ls' } }])
})
