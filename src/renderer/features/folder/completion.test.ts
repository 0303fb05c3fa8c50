import { describe, expect, test } from 'vitest'
import { NO_COMPLETION, completedText, moveMark, completionOf, typedOn } from './completion.ts'

const offered = completionOf(['/home/a/code', '/home/a/cook'], '/home/a/co')

describe('folder completion', () => {
  test('does not offer what the field already contains', () => {
    expect(completionOf(['/a', '/a/b'], '/a').folders).toEqual(['/a/b'])
  })

  test('arrow keys lead through the folders and back to the text', () => {
    const first = moveMark(offered, 'next')
    expect(first.marked).toBe(0)
    expect(moveMark(moveMark(first, 'next'), 'next').marked).toBeNull()
    expect(moveMark(offered, 'previous').marked).toBe(1)
    expect(moveMark(NO_COMPLETION, 'next').marked).toBeNull()
  })

  test('Tab fills in the marked folder, or the common beginning', () => {
    expect(completedText(moveMark(offered, 'next'), '/home/a/co')).toBe('/home/a/code')
    expect(completedText(offered, '/home/a/c')).toBe('/home/a/co')
    expect(completedText(offered, '/home/a/co')).toBeNull()
    expect(completedText(NO_COMPLETION, '/x')).toBeNull()
  })

  test('what was typed since counts: Tab fills in only what begins with it, and nothing is marked any more', () => {
    expect(completedText(offered, '/home/a/coo')).toBe('/home/a/cook')
    expect(completedText(offered, '/x')).toBeNull()
    const marked = moveMark(offered, 'next')
    expect(completedText(typedOn(marked), '/srv')).toBeNull()
  })
})
