import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageId } from '../../../shared/ids.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { addressed } from '../testing/addressed.ts'
import { anyState, anyStateOf } from '../testing/arbitraries.ts'
import { anyEvent, anyEventOf } from '../testing/arbitrary-events.ts'
import { anyContext } from '../testing/arbitrary-parts.ts'
import type { ConversationEvent, EndedChild } from '../machine/event.ts'
import { asJson } from './first-difference.ts'
import { restoreEvent } from './restore-event.ts'
import { REGRESSION_SEEDS } from '../testing/regression-seeds.ts'
import type { Moved } from '../machine/step.ts'
import { replayAndDraw } from '../testing/test-property.ts'
import { storeEvent } from './stored.ts'
import { spawn } from '../testing/test-calls.ts'
import { submitted, Walk } from '../testing/test-walk.ts'
import { transition } from '../transition.ts'

/** What stands on disk after a step: its messages, and those that a recovery names. */
function onDisk(event: ConversationEvent, step: Moved): ReadonlyMap<MessageId, MessageContent> {
  const contents = new Map<MessageId, MessageContent>()
  for (const { callId, child } of childrenIn(event)) {
    const { agentId, task, outcome, text, messageId } = child
    if (messageId === null) continue
    contents.set(messageId, { type: 'subAgent', callId, agentId, task, outcome, text })
  }
  for (const { id, content } of step.messages) contents.set(id, content)
  return contents
}

function childrenIn(event: ConversationEvent) {
  const openCalls = event.type === 'recovered' ? event.openCalls : []
  return openCalls.flatMap(({ callId, was }) =>
    was.type === 'delegated' ? was.children.map((child) => ({ callId, child })) : [],
  )
}

/** Each sub-agent that was told of has a message of its own. */
function withOwnMessages(event: ConversationEvent): ConversationEvent {
  if (event.type !== 'recovered') return event
  let count = 0
  const own = (child: EndedChild): EndedChild =>
    child.messageId === null ? child : { ...child, messageId: `told ${count++}` as MessageId }
  const openCalls = event.openCalls.map(({ callId, was }) => ({
    callId,
    was: was.type === 'delegated' ? { ...was, children: was.children.map(own) } : was,
  }))
  return { ...event, openCalls }
}

function restored(event: ConversationEvent, step: Moved): ConversationEvent {
  const body = asJson(storeEvent(event, step.messages))
  const contents = onDisk(event, step)
  const { id, at } = event
  const back = restoreEvent({ id, at, body }, (messageId) => contents.get(messageId) ?? null)
  if (!back.ok) throw new Error(back.error)
  return back.value
}

const MOVES = [
  ['any state', anyState, anyEvent, 1_000],
  ['a request', anyStateOf('llmRequesting'), anyEventOf('llmResponded'), 4_000],
] as const

// covers R5-36
test.each(MOVES)(
  'saving and restoring the event in %s gives the same step again',
  (name, states, events, cases) => {
    const property = fc.property(
      states,
      anyContext,
      events,
      fc.nat(3),
      (state, context, drawn, choice) => {
        const event = withOwnMessages(addressed(drawn, state, choice))
        const step = transition(state, context, event)
        if (step.type === 'refused') return
        expect(asJson(transition(state, context, restored(event, step)))).toEqual(asJson(step))
      },
    )
    replayAndDraw(`whatever moves ${name}`, property, REGRESSION_SEEDS, cases)
  },
)

test('the result of a sub-agent is saved once, in its message, and restored from there', () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look'))
  const event = walk.envelop(walk.childEvent(0, submitted('All is well.')))
  const step = transition(walk.state, walk.context, event)
  if (step.type === 'refused') throw new Error('refused')
  expect(JSON.stringify(storeEvent(event, step.messages))).not.toContain('well')
  expect(restored(event, step)).toEqual(event)
})

test('an event whose message is missing or another one cannot be read, and says which', () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look'))
  const event = walk.envelop(walk.childEvent(0, submitted('Well')))
  const step = transition(walk.state, walk.context, event)
  if (step.type === 'refused') throw new Error('refused')
  const row = { id: event.id, at: event.at, body: storeEvent(event, step.messages) }
  const other: MessageContent = { type: 'system', text: 'x' }
  for (const content of [null, other]) {
    expect(restoreEvent(row, () => content)).toMatchObject({
      ok: false,
      error: expect.stringContaining(step.messages[0]?.id ?? 'none'),
    })
  }
})

test('the end of a sub-agent that an early version saved counts no tokens', () => {
  const around = { id: 'e', at: 1 }
  const now = { type: 'ended', outcome: 'network', messageId: null }
  const body = { input: { type: 'childChanged', agentId: 'a', now }, random: 0, printedIn: null }
  expect(restoreEvent({ ...around, body }, () => null)).toMatchObject({
    ok: true,
    value: { now: { type: 'ended', outcome: 'network', text: '', tokens: 0 } },
  })
})

test('a failed request that an early version saved offers nothing to change', () => {
  const input = {
    type: 'llmFailed',
    requestId: 'w',
    kind: 'network',
    detail: '',
    retryAfterMs: null,
  }
  const body = { input, random: 0, printedIn: null }
  expect(restoreEvent({ id: 'e', at: 1, body }, () => null)).toMatchObject({
    ok: true,
    value: { kind: 'network', repairs: [] },
  })
})
