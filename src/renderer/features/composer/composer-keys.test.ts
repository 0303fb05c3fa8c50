import { describe, expect, test } from 'vitest'
import { composerKey } from './composer-keys.ts'

const key = (key: string, more: object = {}): Parameters<typeof composerKey>[0] => ({
  key,
  isComposing: false,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

describe('keys in the message field', () => {
  test('Enter sends, Shift+Enter is a new line', () => {
    expect(composerKey(key('Enter'), 'a')).toBe('send')
    expect(composerKey(key('Enter', { shiftKey: true }), 'a')).toBeNull()
  })

  test('R31: nothing happens inside an input method', () => {
    expect(composerKey(key('Enter', { isComposing: true }), 'a')).toBeNull()
    expect(composerKey(key('ArrowUp', { isComposing: true }), '')).toBeNull()
  })

  test('Up recalls in an empty field only', () => {
    expect(composerKey(key('ArrowUp'), '')).toBe('recall')
    expect(composerKey(key('ArrowUp'), 'a')).toBeNull()
  })
})
