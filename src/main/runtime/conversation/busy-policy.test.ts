import { expect, test } from 'vitest'
import type { Context } from '../../core/machine/context.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { World } from '../fakes/world.ts'

function world(change: Partial<Context> = {}): World {
  return new World(undefined, undefined, { context: { ...testContext(), ...change } })
}

const INTERRUPT = { busyPolicy: 'interrupt', debounceMs: 100 } as const

test('REQ-BED-002: under interrupt a message ends the running turn, closes its call with the output so far, and begins the next', async () => {
  const life = world(INTERRUPT)
  await life.send('Build')
  await life.time.advance(100)
  life.model.last.callBash('make')
  await life.time.settle()
  life.tools.last.print('compiling a.c')
  expect(life.sendNow('No, test')).toEqual({ type: 'accepted' })
  expect(life.tools.last.stopReason).toBe('user')
  expect(life.transcript.at(-2)).toContain('compiling a.c')
  expect(life.transcript.at(-1)).toBe('user: No, test')
  expect(life.state).toMatchObject({ type: 'cancelling', then: { type: 'turn' } })
  life.tools.last.finish('', 'aborted')
  await life.time.advance(100)
  expect(life.state.type).toBe('llmRequesting')
  expect(life.lifecycle).toContain('turnInterrupted newMessage')
})

test('an aborted request is not awaited: stop and send asks at once', async () => {
  const life = world()
  await life.send('First')
  const first = life.model.last
  expect(life.sendNow('Second', 'm-2', 'interrupt')).toEqual({ type: 'accepted' })
  await life.time.settle()
  expect(first.call.signal.aborted).toBe(true)
  expect(life.model.open).toHaveLength(1)
  expect(life.model.last).not.toBe(first)
})

test('T26 messages in quick succession become one request, sent after 500 ms at the latest', async () => {
  const life = world(INTERRUPT)
  life.sendNow('0')
  for (let n = 1; n <= 10; n++) {
    await life.time.advance(60)
    if (life.model.requests.length === 0) life.sendNow(`${n}`)
  }
  expect(life.model.requests).toHaveLength(1)
  expect(life.transcript.length).toBeGreaterThan(5)
  const [asked] = life.model.requests
  expect(asked?.call.request.messages[0]?.blocks).toHaveLength(life.transcript.length)
  expect(life.lifecycle.filter((entry) => entry === 'turnStarted')).toHaveLength(1)
})

test('under reject nothing is debounced: the request leaves in the tick of the message', async () => {
  const life = world()
  await life.send('Hello')
  expect(life.model.requests).toHaveLength(1)
  expect(life.sendNow('More')).toEqual({ type: 'refused', reason: 'busy' })
})

test('a message for the next step is refused while the model is asked, because there is no step to join', async () => {
  const life = world()
  await life.send('Hello')
  expect(life.sendNow('By the way', 'm-j', 'join')).toEqual({ type: 'refused', reason: 'busy' })
  expect(life.transcript).toEqual(['user: Hello'])
})

test('a changed policy applies to the next message', async () => {
  const life = world()
  await life.send('First')
  life.context = { ...life.context, ...INTERRUPT }
  life.registry.settingsChanged(life.settings)
  expect(life.sendNow('Second')).toEqual({ type: 'accepted' })
  expect(life.transcript).toEqual(['user: First', 'user: Second'])
})
