import { expect, test } from 'vitest'
import { noteOfExplorers, noteOfFallback } from './behaviour-words.ts'

test('if the endpoint of a model in Settings is gone, the page says so and what happens instead', () => {
  expect(noteOfExplorers(false)).toContain(
    'Used in conversations whose model has the same endpoint.',
  )
  expect(noteOfExplorers(true)).toContain('so explorers use the conversation’s model.')
  expect(noteOfFallback(false)).toContain('Takes over for the rest of a turn')
  expect(noteOfFallback(true)).toContain('so nothing takes over.')
})
