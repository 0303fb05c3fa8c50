import { beforeEach, expect, test } from 'vitest'
import { settled } from '../../fakes/fake-host.ts'
import { type Chosen, Suggesting } from './suggesting.svelte.ts'
import type { Token } from './token.ts'

let asked: { readonly token: Token; answer(choices: readonly string[]): void }[]
let chosen: Chosen<string>[]
let suggesting: Suggesting<string>

beforeEach(() => {
  asked = []
  chosen = []
  suggesting = new Suggesting<string>({
    find: (token) => new Promise((answer) => asked.push({ token, answer })),
    onchosen: (each) => chosen.push(each),
  })
})

function press(key: string, more = {}): boolean {
  return suggesting.press({ key, isComposing: false, shiftKey: false, ...more })
}

async function offered(text: string, choices: readonly string[]): Promise<void> {
  suggesting.follow(text, text.length)
  asked.at(-1)?.answer(choices)
  await settled()
}

test('the arrows walk in a circle, Enter chooses', async () => {
  await offered('@a', ['a', 'b', 'c'])
  press('ArrowUp')
  expect(suggesting.marked).toBe(2)
  press('ArrowDown')
  press('ArrowDown')
  expect(press('Enter')).toBe(true)
  expect(chosen).toMatchObject([{ choice: 'b', by: 'Enter', token: { query: 'a' } }])
  expect(suggesting.isOpen).toBe(false)
})

test('closed by Esc, they stay closed for what is being named, and no longer', async () => {
  await offered('@a', ['a'])
  expect(press('Escape')).toBe(true)
  await offered('@ab', ['ab'])
  expect(suggesting.isOpen).toBe(false)
  expect(press('Enter')).toBe(false)
  await offered('@ab @', ['a'])
  expect(suggesting.isOpen).toBe(true)
})

test('Enter waits for the answer to what was typed, and takes its best', async () => {
  await offered('@a', ['a'])
  suggesting.follow('@ab', 3)
  expect(press('Enter')).toBe(true)
  expect(chosen).toEqual([])
  asked.at(-1)?.answer(['ab', 'a'])
  await settled()
  expect(chosen).toMatchObject([{ choice: 'ab' }])
})

test('an answer to what was typed before is not shown', async () => {
  suggesting.follow('@a', 2)
  suggesting.follow('@ab', 3)
  asked[0]?.answer(['a'])
  await settled()
  expect(suggesting.isOpen).toBe(false)
})

test('with nothing to offer, within an input method and with Shift, a key is the field’s own', async () => {
  await offered('@a', [])
  expect(press('Enter')).toBe(false)
  await offered('@ab', ['ab'])
  expect(press('Enter', { isComposing: true })).toBe(false)
  expect(press('Enter', { shiftKey: true })).toBe(false)
})
