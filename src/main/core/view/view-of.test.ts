import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activityOf, type Activity } from '../../../shared/conversation/conversation.ts'
import {
  type ConversationState,
  isResting,
  turnOf,
} from '../../../shared/conversation/conversation-state.ts'
import {
  canDo,
  isAtRest,
  PersonAction,
  StateView,
  TurnView,
} from '../../../shared/conversation/state-view.ts'
import { TurnId } from '../../../shared/ids.ts'
import type { Input } from '../machine/event.ts'
import { anyState, anyStateOf } from '../testing/arbitraries.ts'
import { anyEventOf } from '../testing/arbitrary-events.ts'
import { anyRootContext } from '../testing/arbitrary-parts.ts'
import { bash, spawn, submit } from '../testing/test-calls.ts'
import { testProperty } from '../testing/test-property.ts'
import { toolAsks } from '../testing/test-steps.ts'
import { Walk } from '../testing/test-walk.ts'
import { transition } from '../transition.ts'
import { viewOf } from './view-of.ts'

function after(change: (walk: Walk) => unknown, walk = new Walk()): ConversationState {
  change(walk)
  return walk.state
}

const asking = (): Walk => new Walk({ permissionMode: 'ask' })

/** How each state is shown: in the list, and as far as it differs by more than its name. */
const SHOWN: readonly (readonly [string, Activity, object, ConversationState])[] = [
  ['idle', 'idle', { unfinished: null, can: ['compact', 'rewind'] }, after(() => null)],
  [
    'idle, stopped',
    'unfinished',
    { unfinished: 'userCancel', can: ['continue', 'compact', 'rewind'] },
    after((walk) => (walk.ask(), walk.cancel())),
  ],
  [
    'about to ask',
    'waiting',
    { type: 'awaitingLlm', purpose: 'reply' },
    after((walk) => walk.say()),
  ],
  [
    'asked',
    'waiting',
    { attempt: 1, phase: { type: 'connecting', ifSilent: 'again' } },
    after((walk) => walk.ask()),
  ],
  ['answering', 'answering', { phase: { type: 'streaming' } }, after((walk) => walk.ask(true))],
  [
    'another attempt',
    'retrying',
    { attempt: 2, phase: { type: 'backoff', kind: 'network', patienceMs: null }, can: ['retry'] },
    after((walk) => walk.ask().fail('network')),
  ],
  [
    'an approval',
    'asking',
    { calls: [{ action: 'command', why: 'mode', subjectIn: 'command', answer: null }] },
    after((walk) => walk.ask().callBash('one'), asking()),
  ],
  [
    'a tool',
    'runningTool',
    { type: 'toolExecuting', behind: 1 },
    after((walk) => walk.ask().call(bash('one'), bash('two'))),
  ],
  [
    'sub-agents',
    'delegating',
    { behind: 0, children: [{ phase: { type: 'working' } }] },
    after((walk) => walk.ask().call(spawn('Look'))),
  ],
  [
    'stopping',
    'stopping',
    { what: ['one'] },
    after((walk) => (walk.ask().callBash('one'), walk.cancel())),
  ],
  [
    'an error',
    'failed',
    { type: 'error', kind: 'auth', can: ['retry', 'compact', 'rewind'] },
    after((walk) => walk.ask().fail('auth')),
  ],
  [
    'done',
    'done',
    { type: 'completed' },
    after((walk) => walk.ask().call(submit('Done')), Walk.child()),
  ],
]

test.each([
  ['limit', 'atLimit'],
  ['budget', 'atLimit'],
  ['restart', 'unfinished'],
] as const)('a turn that did not complete because of %s is shown as %s', (cause, activity) => {
  const { state, turn } = viewOf({
    type: 'idle',
    unfinished: { turnId: TurnId.parse('t1'), cause },
  })
  expect(activityOf({ state, turn })).toBe(activity)
})

test.each(SHOWN)('%s is shown as %s', (_, activity, shown, state) => {
  const viewed = viewOf(state)
  expect(viewed.state).toMatchObject(shown)
  expect(activityOf(viewed)).toBe(activity)
  expect(isAtRest(viewed.state)).toBe(isResting(state))
  expect(viewed.turn?.id).toBe(turnOf(state)?.id)
})

testProperty(
  'the view of every state matches the contract, and says whether a turn runs',
  fc.property(anyState, (state) => {
    const { state: view, turn } = viewOf(state)
    expect(StateView.parse(view)).toEqual(view)
    expect(TurnView.nullable().parse(turn)).toEqual(turn)
    expect(view.type).toBe(state.type)
    expect(turn?.id).toBe(turnOf(state)?.id)
    expect(isAtRest(view)).toBe(isResting(state))
  }),
)

const ASKED_BY: Readonly<Record<PersonAction, Input['type']>> = {
  continue: 'continueRequested',
  retry: 'retryRequested',
  compact: 'compactRequested',
  rewind: 'rewound',
}

testProperty(
  'a person is offered what the machine accepts, and nothing that it refuses',
  fc.property(
    anyState,
    anyRootContext,
    fc
      .constantFrom(...PersonAction.options)
      .chain((action) =>
        fc.record({ action: fc.constant(action), event: anyEventOf(ASKED_BY[action]) }),
      ),
    (state, context, { action, event }) => {
      const step = transition(state, context, { ...event, isFolderGone: false })
      expect(canDo(viewOf(state).state, action)).toBe(step.type === 'moved')
    },
  ),
)

testProperty(
  'what the view announces after a silence is what the machine does',
  fc.property(
    anyStateOf('llmRequesting').filter(({ phase }) => phase.type !== 'backoff'),
    anyRootContext,
    anyEventOf('llmFailed'),
    (state, context, event) => {
      const { phase } = state
      const { state: view } = viewOf(state)
      if (phase.type === 'backoff' || view.type !== 'llmRequesting') return
      const { requestId } = phase
      const failure = { kind: 'timeout', detail: 'Late', retryAfterMs: null, repairs: [] } as const
      const step = transition(state, context, {
        ...event,
        type: 'llmFailed',
        requestId,
        ...failure,
      })
      const next = step.type === 'moved' ? step.state : state
      const isAgain = next.type === 'llmRequesting' && next.phase.type === 'backoff'
      const said = view.phase.type === 'backoff' ? null : view.phase.ifSilent
      const isOther =
        step.type === 'moved' && step.lifecycle.some(({ type }) => type === 'providerFallback')
      expect(said).toBe(isAgain ? 'again' : isOther ? 'fallback' : 'none')
    },
  ),
)

const MARK = 'S3CRET'
const LONG = MARK.repeat(20_000)
/** What models, people and providers write, and what only the machine needs. */
const WRITTEN = new Set(
  'systemPrompt text task digest subject result mending endpoint command thought question answer'.split(
    ' ',
  ),
)

/** The same with all words in it long, and not to be shown. */
function written(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return WRITTEN.has(name) ? LONG : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => written(each, name))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, written(part, key)]))
}

testProperty(
  'a view contains no prompt, input or result, and its size does not grow with theirs',
  fc.property(anyState, (state) => {
    const { asked: _inNoMessage, ...held } = { asked: null, ...state }
    const whole = written(held) as ConversationState
    const view = JSON.stringify(viewOf(whole))
    expect(view).not.toContain(MARK)
    expect(view.length).toBeLessThan(1_500)
  }),
)

test('the question of a running call is in no message, so the view contains it, cut', () => {
  const state = after((walk) => {
    walk.ask().callBash('make')
    const asked = toolAsks(walk.work)
    const question = { ...asked.question, question: 'x'.repeat(100_000) }
    return walk.take({ ...asked, question })
  })
  const { state: view } = viewOf(state)
  if (view.type !== 'awaitingAnswer') throw new Error(`in ${view.type}`)
  expect(view.asked).toMatchObject({ by: 'A server', number: 1 })
  expect(view.asked?.question.question.length).toBe(4_000)
})

test('text longer than a page shows is cut', () => {
  const long = { ...after((walk) => walk.ask().fail('auth')), message: 'x'.repeat(100_000) }
  const view = viewOf(long)
  expect(JSON.stringify(view).length).toBeLessThan(4_500)
})

test('the view names the model that answers in place of another', () => {
  const state = after((walk) => walk.ask())
  const turn = turnOf(state)
  if (turn === null || !('turn' in state)) throw new Error('a turn runs')
  const fallback = { ...turn.settings.primary, model: 'smaller' }
  const settings = { ...turn.settings, fallback }
  const { model } = turn.settings.primary
  const shown = viewOf({ ...state, turn: { ...turn, settings, provider: 'fallback' } }).turn
  expect(shown).toMatchObject({ model: 'smaller', insteadOf: model, fallback: null })
  const before = viewOf({ ...state, turn: { ...turn, settings } }).turn
  expect(before).toMatchObject({ model, insteadOf: null, fallback: 'smaller', attempts: 3 })
})

test('once the limit is reached the view asks a person for more time, and says for what', () => {
  const state = after((walk) => walk.ask())
  const turn = turnOf(state)
  if (turn === null || !('turn' in state)) throw new Error('a turn runs')
  const time = { type: 'standing', leftMs: 60_000 } as const
  const clock = { limitMs: 7_200_000, extensions: 1, stage: 'limit', time } as const
  const shownWith = (change: object) => {
    const asked = { ...turn, clock: { ...clock, ...change } }
    return viewOf({ ...state, turn: asked }).turn?.timeAsked
  }
  expect(shownWith({})).toBeNull()
  const asked = { workedMs: 14_400_000, moreMs: 7_200_000 }
  expect(shownWith({ stage: 'grace' })).toEqual({ ...asked, endsAt: null })
  const running = { type: 'running', timerId: 't', dueAt: 5_000 }
  expect(shownWith({ stage: 'grace', time: running })).toEqual({ ...asked, endsAt: 5_000 })
})
