import { expect, test } from 'vitest'
import { ENTRY_KEY } from './mcp/added-server.ts'
import { TypedForm, TypedTexts } from './typed-texts.ts'

function windowStorage(setItem?: () => never) {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: setItem ?? ((key: string, value: string) => void items.set(key, value)),
  }
}

test('typed texts outlive the page, except an entry that may contain passwords', () => {
  const storage = windowStorage()
  const typed = new TypedTexts(storage)
  typed.set('prompt c1', 'Be brief.')
  typed.set('prompt c2', 'Be kind.')
  typed.set(ENTRY_KEY, '{ "env": { "TOKEN": "secret" } }')
  typed.drop('prompt c2')
  const again = new TypedTexts(storage)
  expect(again.get('prompt c1')).toBe('Be brief.')
  expect([again.has('prompt c2'), again.has(ENTRY_KEY)]).toEqual([false, false])
  storage.setItem('phoenix.typed', '[["prompt c1"]]')
  expect(new TypedTexts(storage).has('')).toBe(false)
})

test('a full storage keeps nobody from typing', () => {
  const typed = new TypedTexts(
    windowStorage(() => {
      throw new Error('QuotaExceededError')
    }),
  )
  typed.set('prompt c1', 'Be brief.')
  expect(typed.get('prompt c1')).toBe('Be brief.')
})

test('a typed text is there until it is what the field had before, or is dropped', () => {
  const typed = new TypedTexts(windowStorage())
  expect(typed.get('prompt c1', 'Be brief.')).toBe('Be brief.')
  typed.set('prompt c1', '', 'Be brief.')
  expect(typed.get('prompt c1', 'Be brief.')).toBe('')
  typed.set('prompt c1', 'Be brief.', 'Be brief.')
  expect(typed.has('prompt c1')).toBe(false)
  typed.set('prompt c1', 'Be kind.')
  typed.set('prompt c2', 'Be quick.')
  typed.drop('prompt c1')
  expect([typed.get('prompt c1'), typed.get('prompt c2')]).toEqual(['', 'Be quick.'])
})

test('what belongs to calls that still wait is kept', () => {
  const typed = new TypedTexts(windowStorage())
  for (const key of ['ask c1 m1.0 reason', 'ask c1 m1.1 reason', 'ask c2 m1.0 reason'])
    typed.set(key, 'No.')
  typed.drop('ask c1 ', (rest) => rest.startsWith('m1.1 '))
  expect(typed.get('ask c1 m1.0 reason')).toBe('')
  expect(typed.get('ask c1 m1.1 reason')).toBe('No.')
  expect(typed.get('ask c2 m1.0 reason')).toBe('No.')
})

test('the fields of a form are kept for what it is about, until it is dropped', () => {
  const typed = new TypedTexts(windowStorage())
  const untouched = { dollars: '5', minutes: '' }
  const open = (about: string) => new TypedForm(typed, `budget ${about}`, () => untouched)
  open('c1').set('dollars', '7')
  open('c1').set('minutes', '')
  expect([open('c1').get('dollars'), open('c2').get('dollars')]).toEqual(['7', '5'])
  expect([open('c1').isTouched, open('c2').isTouched, open('c').isTouched]).toEqual([
    true,
    false,
    false,
  ])
  open('c1').drop()
  expect([open('c1').get('dollars'), open('c1').isTouched]).toEqual(['5', false])
})

test('a form whose texts were saved while the page was reloaded is untouched', () => {
  const typed = new TypedTexts(windowStorage())
  let saved = { dollars: '5' }
  const form = new TypedForm(typed, 'budget c1', () => saved)
  form.set('dollars', '7')
  expect(form.isTouched).toBe(true)
  saved = { dollars: '7' }
  expect(form.isTouched).toBe(false)
})

test('a text that is sent is not returned when it is dropped, but is here again if it is not taken', async () => {
  const typed = new TypedTexts(windowStorage())
  const { promise, resolve } = Promise.withResolvers<boolean>()
  typed.set('ask c1 m1 reason', 'Not this')
  typed.set('ask c1 m2 reason', 'Nor that')
  const sending = typed.send('ask c1 m1 ', promise)
  expect(typed.drop('ask c1 ')).toEqual([['m2 reason', 'Nor that']])
  resolve(false)
  await sending
  expect(typed.get('ask c1 m1 reason')).toBe('Not this')
  await typed.send('ask c1 m1 ', Promise.resolve(true))
  expect(typed.has('ask')).toBe(false)
})
