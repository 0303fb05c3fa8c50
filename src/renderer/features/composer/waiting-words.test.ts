import { describe, expect, test } from 'vitest'
import { StateView } from '../../../shared/conversation/state-view.ts'
import { Unfinished } from '../../../shared/conversation/turn.ts'
import type { WaitingMessage } from '../../../shared/messages/waiting.ts'
import {
  attachmentOf,
  fileAttachmentOf,
  IDLE_STATE,
  streamingState,
  toolState,
} from '../../../client/fakes/samples.ts'
import { actionsOfRefusal } from './refusal-actions.ts'
import { whyHeld, wordsOfAttachments, wordsOfWhen } from './waiting-words.ts'

const idleAfter = (cause: Unfinished['cause']): StateView =>
  StateView.parse({ type: 'idle', unfinished: cause })

function waitingAs(
  ...whens: readonly WaitingMessage['when'][]
): readonly Pick<WaitingMessage, 'when'>[] {
  return whens.map((when) => ({ when }))
}

describe('why messages wait', () => {
  test('during a turn they wait for it, and need no explanation', () => {
    expect(whyHeld(streamingState(), waitingAs('idle', 'nextStep'))).toBeNull()
    expect(wordsOfWhen('idle', streamingState())).toBe('when idle')
    expect(wordsOfWhen('nextStep', toolState())).toBe('at the next step')
  })

  test('R5 a held one says so, at rest and during a later turn', () => {
    for (const state of [IDLE_STATE, idleAfter('userCancel'), streamingState()])
      expect(wordsOfWhen('held', state)).toBe('held')
    expect(whyHeld(toolState(), waitingAs('held'))).toBe('Held. They wait until you send them.')
    expect(whyHeld(IDLE_STATE, waitingAs('held'))).toBe('Held. They wait until you send them.')
  })

  test('one added or released at rest goes with the next turn, and is not called held', () => {
    const stopped = idleAfter('userCancel')
    expect(wordsOfWhen('idle', stopped)).toBe('after the next turn')
    expect(wordsOfWhen('nextStep', stopped)).toBe('in the next turn')
    expect(whyHeld(stopped, waitingAs('idle', 'nextStep'))).toBeNull()
    expect(whyHeld(stopped, waitingAs('held', 'idle'))).toBe(
      'Held since you stopped the agent. Held messages wait until you send them.',
    )
  })

  test('R26 each cause has its own sentence, which says what releases them', () => {
    const causes = Unfinished.unwrap().shape.cause.options
    const said = causes.map((cause) => whyHeld(idleAfter(cause), waitingAs('held')) ?? '')
    for (const each of said)
      expect(each).toMatch(/^Held (since|because) .*\. They wait until you send them\.$/)
    expect(whyHeld(idleAfter('userCancel'), waitingAs('held'))).toContain('you stopped the agent')
    expect(whyHeld(idleAfter('restart'), waitingAs('held'))).toContain('Phoenix was restarted')
  })
})

test('images and files are counted together', () => {
  const [image, file] = [attachmentOf('a.png'), fileAttachmentOf('a.txt')]
  const some = [[image], [image, image], [image, file, file], [file], []]
  expect(some.map(wordsOfAttachments)).toEqual([
    '1 image',
    '2 images',
    '1 image and 2 files',
    '1 file',
    '',
  ])
})

test('a busy agent leaves three ways, a stopping one only the way that interrupts, another failure none', () => {
  expect(actionsOfRefusal('busy')).toEqual(['sendAtNextStep', 'stopAndSend', 'sendWhenIdle'])
  expect(actionsOfRefusal('cancelling')).toEqual(['stopAndSend'])
  expect(actionsOfRefusal('storage')).toEqual([])
})
