import { expect, test } from 'vitest'
import { withoutButtons } from './without-buttons.ts'

test('a sentence for a terminal presses no button: it says what to do instead, or where the button is', () => {
  const sentences = [
    'The disk is full: the last step could not be saved. Free some space, then press Retry.',
    'Nothing was changed; press Retry to try again.',
    'Phoenix lost track of running work. Press Retry to continue.',
    'Stopped at the limit. Press Continue to go on from here.',
    'Press Continue once to go on for one more turn, or change the budget.',
    'The network is gone.',
    'It is no longer there, so nothing was started. Choose its new place; your text is kept.',
  ]
  expect(sentences.map(withoutButtons)).toEqual([
    'The disk is full: the last step could not be saved. Free some space, then try again.',
    'Nothing was changed; try again.',
    'Phoenix lost track of running work. Try again to continue.',
    'Stopped at the limit. Press Continue in the app to go on from here.',
    'Press Continue once in the app to go on for one more turn, or change the budget.',
    'The network is gone.',
    'It is no longer there, so nothing was started. Choose its new place in the app.',
  ])
})
