import { expect, test } from 'vitest'
import { choicesOf, noteOfChoice, wordsOfChoice, wordsOfKey } from './key-words.ts'

test('an encrypted file is offered with a keyring, otherwise a plain one, and memory always', () => {
  expect(choicesOf('here').map(wordsOfChoice)).toEqual([
    'In a file, encrypted with this system’s keyring',
    'Only until Phoenix quits',
  ])
  const asItIs = ['In a file only your account can read', 'Only until Phoenix quits']
  expect(choicesOf('missing').map(wordsOfChoice)).toEqual(asItIs)
  expect(choicesOf('unasked').map(wordsOfChoice)).toEqual(asItIs)
})

test('a missing keyring is reported, and that nothing is written without a choice', () => {
  expect(noteOfChoice('missing')).toContain('No system keyring protects them')
  expect(noteOfChoice('unasked')).toContain('In a browser')
})

test('the list distinguishes a saved key from one in memory', () => {
  expect([
    wordsOfKey(false, 'file'),
    wordsOfKey(true, 'sealed'),
    wordsOfKey(true, 'memory'),
  ]).toEqual(['no key', 'key saved', 'key in memory'])
})
