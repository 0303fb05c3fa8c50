import { expect, test } from 'vitest'
import { mentionOf, tokenAt, withInstead } from './token.ts'

/** The bar marks the caret. */
function at(marked: string): ReturnType<typeof tokenAt> {
  const caret = marked.indexOf('|')
  return tokenAt(marked.replace('|', ''), caret)
}

test.each([
  ['@|', 'file', ''],
  ['Look at @src/a|', 'file', 'src/a'],
  ['(@a|)', 'file', 'a'],
  ['@a| and more', 'file', 'a'],
  ['@"my fi|', 'file', 'my fi'],
  ['/|', 'command', ''],
  ['/comp|', 'command', 'comp'],
])('%s names a %s by "%s"', (text, type, query) => {
  expect(at(text)).toMatchObject({ type, query })
})

test.each(['me@host|', '@a |', '@"a"|', ' /new|', '/usr/bin|', '/new now|', 'a/b|', '|@a', ''])(
  '%s names nothing',
  (text) => {
    expect(at(text)).toBeNull()
  },
)

test('the chosen entry replaces what was typed, and the text after it stays', () => {
  const text = 'See @"my fi there'
  const token = tokenAt(text, 11)
  if (token === null) throw new Error('nothing is named')
  const written = withInstead(text, token, `${mentionOf('my files/a.ts')} `)
  expect(written).toEqual({ text: 'See @"my files/a.ts"  there', caret: 21 })
  expect(tokenAt(written.text, written.caret)).toBeNull()
})

test.each([
  ['See @logo@2|', 'logo@2x.png', 'See @logo@2x.png'],
  ['@node_modules/@ty|', 'node_modules/@types/a.d.ts', '@node_modules/@types/a.d.ts'],
  ['See @"my @2|', 'my @2x.png', 'See @"my @2x.png"'],
])('%s is replaced as a whole, though its name has the sign twice', (marked, path, text) => {
  const token = at(marked)
  if (token === null) throw new Error('nothing is named')
  expect(withInstead(marked.replace('|', ''), token, mentionOf(path)).text).toBe(text)
})

test('a path with a space is quoted, and stays open while more is to follow', () => {
  expect(mentionOf('src/a.ts')).toBe('@src/a.ts')
  expect(mentionOf('my files/', true)).toBe('@"my files/')
  expect(tokenAt('@"my files/', 11)?.query).toBe('my files/')
})
