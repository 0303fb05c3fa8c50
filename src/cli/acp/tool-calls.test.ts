import { expect, test } from 'vitest'
import { CallId } from '../../shared/ids.ts'
import { absolutePath, diffsOf, toolCallOf } from './tool-calls.ts'

const ID = CallId.parse('m1.0')

function call(name: string, value: Record<string, unknown>): Parameters<typeof diffsOf>[0] {
  return { name, input: { type: 'object', value } }
}

test('a call has a readable title, its kind and absolute paths', () => {
  expect(toolCallOf(ID, call('read_file', { path: './src/a.ts', offset: 7 }), '/w/')).toMatchObject(
    {
      title: 'Read ./src/a.ts',
      kind: 'read',
      status: 'pending',
      locations: [{ path: '/w/src/a.ts', line: 7 }],
    },
  )
  expect(toolCallOf(ID, call('constructor', {}), '/w').kind).toBe('other')
  const unparsed = { name: 'bash', input: { type: 'unparsed', text: '{"command' } } as const
  expect(toolCallOf(ID, unparsed, '/w')).toMatchObject({ kind: 'execute', rawInput: '{"command' })
})

test('paths are absolute on each system', () => {
  expect(absolutePath('a', '/w')).toBe('/w/a')
  expect(absolutePath('/a', '/w')).toBe('/a')
  expect(absolutePath('C:\\a', 'C:\\w')).toBe('C:\\a')
})

test('an edit is a diff of its own text; a file not known to be new gets none', () => {
  const edit = call('edit_file', { path: 'a', old_string: 'x', new_string: 'y' })
  const diff = { type: 'diff', path: '/w/a', oldText: 'x', newText: 'y' }
  expect(diffsOf(edit, '/w', false)).toEqual([diff])
  const write = call('write_file', { path: 'a', content: 'y' })
  expect(diffsOf(write, '/w', true)).toEqual([{ ...diff, oldText: null }])
  expect(diffsOf(write, '/w', false)).toEqual([])
})
