import { describe, expect, test } from 'vitest'
import { composerKey, type FieldPlace } from './composer-keys.ts'

const key = (key: string, more: object = {}): Parameters<typeof composerKey>[0] => ({
  key,
  isComposing: false,
  repeat: false,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})
const inRow = (isFirst: boolean, isLast: boolean, more: Partial<FieldPlace> = {}): FieldPlace => {
  return {
    row: { isFirst, isLast },
    isWalking: false,
    isEditing: false,
    isUntouched: false,
    ...more,
  }
}
const ONLY_ROW = inRow(true, true)
const MIDDLE = inRow(false, false)

describe('keys in the message field', () => {
  test('Enter sends, Shift+Enter is a new line', () => {
    expect(composerKey(key('Enter'), MIDDLE)).toBe('send')
    expect(composerKey(key('Enter', { shiftKey: true }), MIDDLE)).toBeNull()
  })

  test('holding Enter does not answer the question that it caused', () => {
    expect(composerKey(key('Enter', { repeat: true }), ONLY_ROW)).toBe('nothing')
  })

  test('R31: nothing happens inside an input method', () => {
    expect(composerKey(key('Enter', { isComposing: true }), ONLY_ROW)).toBeNull()
    expect(composerKey(key('ArrowUp', { isComposing: true }), ONLY_ROW)).toBeNull()
  })

  test('Up goes to earlier prompts only from the first row', () => {
    expect(composerKey(key('ArrowUp'), ONLY_ROW)).toBe('earlier')
    expect(composerKey(key('ArrowUp', { shiftKey: true }), ONLY_ROW)).toBeNull()
    expect(composerKey(key('ArrowUp'), inRow(false, true))).toBeNull()
    expect(composerKey(key('ArrowUp'), MIDDLE)).toBeNull()
  })

  test('and from the end of an unchanged one, however many rows it has', () => {
    const walking = { isWalking: true, isUntouched: true }
    expect(composerKey(key('ArrowUp'), inRow(false, true, walking))).toBe('earlier')
    expect(composerKey(key('ArrowUp'), inRow(false, false, walking))).toBeNull()
    const changed = { isWalking: true, isUntouched: false }
    expect(composerKey(key('ArrowUp'), inRow(false, true, changed))).toBeNull()
  })

  test('Esc ends the editing of a waiting message; otherwise it is left to Stop', () => {
    expect(composerKey(key('Escape'), inRow(true, true, { isEditing: true }))).toBe('putBack')
    expect(composerKey(key('Escape'), ONLY_ROW)).toBeNull()
    const composing = key('Escape', { isComposing: true })
    expect(composerKey(composing, inRow(true, true, { isEditing: true }))).toBeNull()
  })

  test('Down leads back from the last row, if there is a way back', () => {
    const walking = { isWalking: true }
    expect(composerKey(key('ArrowDown'), inRow(false, true, walking))).toBe('later')
    expect(composerKey(key('ArrowDown'), inRow(true, false, walking))).toBeNull()
    expect(composerKey(key('ArrowDown'), ONLY_ROW)).toBeNull()
  })
})
