import { describe, expect, test } from 'vitest'
import {
  type ConversationState,
  ConversationState as State,
} from '../../../shared/conversation-state.ts'
import { Unfinished } from '../../../shared/turn.ts'
import { IDLE_STATE, streamingState, toolState } from '../../fakes/samples.ts'
import { actionsOfRefusal } from './refusal-actions.ts'
import { whyHeld, wordsOfImages, wordsOfWhen } from './waiting-words.ts'

const idleAfter = (cause: Unfinished['cause']): ConversationState =>
  State.parse({ type: 'idle', unfinished: { turnId: 't1', cause } })

describe('why messages wait', () => {
  test('while something runs they wait for it, and nothing has to be explained', () => {
    expect(whyHeld(streamingState())).toBeNull()
    expect(wordsOfWhen('idle', streamingState())).toBe('when idle')
    expect(wordsOfWhen('nextStep', toolState())).toBe('at the next step')
  })

  test('R5 at rest they are held, whenever they were meant to go', () => {
    expect(wordsOfWhen('idle', IDLE_STATE)).toBe('held')
    expect(wordsOfWhen('nextStep', idleAfter('userCancel'))).toBe('held')
  })

  test('R26 each cause has a sentence of its own, which says what lets them go', () => {
    const causes = Unfinished.unwrap().shape.cause.options
    const said = causes.map((cause) => whyHeld(idleAfter(cause)) ?? '')
    for (const each of said)
      expect(each).toMatch(/^Held since .*\. They wait until you send them, or go on\.$/)
    expect(whyHeld(idleAfter('userCancel'))).toContain('you stopped the agent')
    expect(whyHeld(idleAfter('restart'))).toContain('Phoenix was restarted')
  })
})

test('one image is counted as one', () => {
  expect([wordsOfImages(1), wordsOfImages(2)]).toEqual(['1 image', '2 images'])
})

test('a busy agent leaves three ways, one that is stopping only the way that interrupts, another failure none', () => {
  expect(actionsOfRefusal('busy')).toEqual(['stopAndSend', 'sendWhenIdle', 'sendAtNextStep'])
  expect(actionsOfRefusal('cancelling')).toEqual(['stopAndSend'])
  expect(actionsOfRefusal('storage')).toEqual([])
})
