import { expect, test } from 'vitest'
import { fieldKey } from './field-keys.ts'

const NOTHING_HELD = {
  isComposing: false,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
}

const press = (key: string, more: object = {}): ReturnType<typeof fieldKey> =>
  fieldKey({ ...NOTHING_HELD, key, ...more })

test('Escape leaves the box, Mod+Enter denies', () => {
  expect(press('Escape')).toBe('leave')
  expect(press('Enter', { ctrlKey: true })).toBe('send')
  expect(press('Enter', { metaKey: true })).toBe('send')
})

test('Enter belongs to the form, and within an input method all keys do', () => {
  expect(press('Enter')).toBeNull()
  expect(press('x')).toBeNull()
  expect(press('Escape', { isComposing: true })).toBeNull()
})
