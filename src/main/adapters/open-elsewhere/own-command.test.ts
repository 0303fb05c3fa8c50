import { expect, test } from 'vitest'
import { placedIn, wordsOfCommand } from './own-command.ts'

test.each([
  ['zed', ['zed']],
  ['  kitty   nvim +{line} {file} ', ['kitty', 'nvim', '+{line}', '{file}']],
  [`"/Applications/My Editor" -g 'a "b"'x`, ['/Applications/My Editor', '-g', 'a "b"x']],
  [`a "" b`, ['a', '', 'b']],
  ['', []],
  ['a "b', null],
  // Nothing in it is interpreted as by a shell.
  ['a; rm -rf $HOME `b`', ['a;', 'rm', '-rf', '$HOME', '`b`']],
])('%s are the words %j', (command, words) => {
  expect(wordsOfCommand(command)).toEqual(words)
})

test('a command puts the place at its placeholders, or appends the file if it has none', () => {
  const place = { path: '/a/{line} $(b)', line: 7 }
  expect(placedIn(['-g', '{file}:{line}'], place)).toEqual(['-g', '/a/{line} $(b):7'])
  expect(placedIn(['+{line}'], place)).toEqual(['+7', '/a/{line} $(b)'])
  expect(placedIn(['+{line}'], { ...place, line: null })).toEqual(['+1', '/a/{line} $(b)'])
})
