import { beforeEach, expect, test } from 'vitest'
import { settled } from '../../../client/fakes/fake-host.ts'
import { type Chosen, Suggesting } from './suggesting.svelte.ts'
import type { Token } from './token.ts'

let asked: { readonly token: Token; answer(choices: readonly string[], note?: string): void }[]
let chosen: Chosen<string>[]
let unmet: string[]
let suggesting: Suggesting<string>

beforeEach(() => {
  asked = []
  chosen = []
  unmet = []
  suggesting = new Suggesting<string>({
    find: (token) =>
      new Promise((answer) =>
        asked.push({ token, answer: (choices, note = '') => answer({ choices, note }) }),
      ),
    known: ({ query }) => (query === 'files' ? '/files' : null),
    onchosen: (each) => chosen.push(each),
    onnothing: (key) => unmet.push(key),
  })
})

function press(key: string, more = {}): boolean {
  return suggesting.press({
    key,
    isComposing: false,
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    ...more,
  })
}

async function offered(text: string, choices: readonly string[]): Promise<void> {
  suggesting.follow(text, text.length)
  asked.at(-1)?.answer(choices)
  await settled()
}

test('the arrows wrap around, Enter chooses', async () => {
  await offered('@a', ['a', 'b', 'c'])
  press('ArrowUp')
  expect(suggesting.marked).toBe(2)
  press('ArrowDown')
  press('ArrowDown')
  expect(press('Enter')).toBe(true)
  expect(chosen).toMatchObject([{ choice: 'b', by: 'Enter', token: { query: 'a' } }])
  expect(suggesting.isOpen).toBe(false)
})

test('closed by Esc, suggestions stay closed for the current word, and no longer', async () => {
  await offered('@a', ['a'])
  expect(press('Escape')).toBe(true)
  await offered('@ab', ['ab'])
  expect(suggesting.isOpen).toBe(false)
  expect(press('Enter')).toBe(false)
  await offered('@ab @', ['a'])
  expect(suggesting.isOpen).toBe(true)
})

test('Enter waits for suggestions for the typed text, and takes the best', async () => {
  await offered('@a', ['a'])
  suggesting.follow('@ab', 3)
  expect(press('Enter')).toBe(true)
  expect(chosen).toEqual([])
  asked.at(-1)?.answer(['ab', 'a'])
  await settled()
  expect(chosen).toMatchObject([{ choice: 'ab' }])
})

test('suggestions for earlier text are not shown', async () => {
  suggesting.follow('@a', 2)
  suggesting.follow('@ab', 3)
  asked[0]?.answer(['a'])
  await settled()
  expect(suggesting.isOpen).toBe(false)
})

test('with nothing to offer, in an input method and with Shift, a key belongs to the field', async () => {
  await offered('@a', [])
  expect(press('Enter')).toBe(false)
  await offered('@ab', ['ab'])
  expect(press('Enter', { isComposing: true })).toBe(false)
  expect(press('Enter', { shiftKey: true })).toBe(false)
})

test('Enter after a command waits for a late list, and takes its best', async () => {
  suggesting.follow('/rev', 4)
  expect(press('Enter')).toBe(true)
  expect(chosen).toEqual([])
  asked.at(-1)?.answer(['/review'])
  await settled()
  expect(chosen).toMatchObject([{ choice: '/review', by: 'Enter' }])
  expect(unmet).toEqual([])
})

test('a known command needs no list', () => {
  suggesting.follow('/files', 6)
  expect(press('Enter')).toBe(true)
  expect(chosen).toMatchObject([{ choice: '/files', token: { query: 'files' } }])
})

test('Enter after text that is no command continues once that is certain, unless more was typed or Esc pressed', async () => {
  suggesting.follow('/opt', 4)
  press('Enter')
  expect(unmet).toEqual([])
  asked.at(-1)?.answer([])
  await settled()
  expect(unmet).toEqual(['Enter'])
  // Now there is known to be no suggestion: the key goes to the field at once.
  expect(press('Enter')).toBe(false)
  suggesting.follow('/op', 3)
  press('Enter')
  expect(press('Escape')).toBe(false)
  asked.at(-1)?.answer(['/optimise'])
  await settled()
  suggesting.follow('/t', 2)
  press('Enter')
  suggesting.follow('/te', 3)
  asked.at(-1)?.answer([])
  await settled()
  expect(chosen).toEqual([])
  expect(unmet).toEqual(['Enter'])
})

test('a named file does not hold Enter back, and a key with a modifier never belongs to the list', async () => {
  suggesting.follow('@a', 2)
  expect(press('Enter')).toBe(false)
  await offered('/re', ['/review'])
  for (const held of ['altKey', 'ctrlKey', 'metaKey'])
    expect(press('Enter', { [held]: true })).toBe(false)
  expect(chosen).toEqual([])
})

test('after Esc the text is meant as text', async () => {
  await offered('/re', ['/review'])
  press('Escape')
  expect(suggesting.isDismissed).toBe(true)
  suggesting.follow('/re now', 7)
  expect(suggesting.isDismissed).toBe(false)
})

test('why nothing can be offered is shown until Esc closes it, and takes no other key', async () => {
  suggesting.follow('@a', 2)
  asked.at(-1)?.answer([], 'The folder is gone.')
  await settled()
  expect(suggesting).toMatchObject({ isShown: true, isOpen: false, note: 'The folder is gone.' })
  for (const key of ['Enter', 'Tab', 'ArrowDown']) expect(press(key)).toBe(false)
  expect(press('Escape')).toBe(true)
  expect(suggesting).toMatchObject({ isShown: false, note: '' })
})
