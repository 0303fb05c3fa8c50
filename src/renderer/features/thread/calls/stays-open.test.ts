import { expect, test } from 'vitest'
import { staysOpen } from './stays-open.ts'

const growing = (name: string, text: string): boolean =>
  staysOpen({ name, path: null, lines: text === '' ? 0 : text.split('\n').length, text })

test('a card stays open if its closed form would hide what was read on it', () => {
  expect(growing('write_file', '+ one')).toBe(true)
  expect(growing('bash', 'cat > a <<X\none\nX')).toBe(true)
  expect(growing('mcp__notes__add', 'title: T\nbody: B')).toBe(true)
})

test('a card closes if its line says it all, if nothing was on it, and if it reads', () => {
  expect(growing('write_file', '')).toBe(false)
  expect(growing('bash', 'npm test')).toBe(false)
  expect(growing('grep', 'pattern: a\nglob: *.ts')).toBe(false)
})
