import { expect, test } from 'vitest'
import { askedCalls } from '../../../shared/conversation/conversation-state.ts'
import { asEdited } from '../../../shared/conversation/edited-call.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { ApprovalAnswer } from '../../../shared/conversation/turn.ts'
import type { ContextChange } from '../machine/context.ts'
import type { CallFacts, Input } from '../machine/event.ts'
import { viewOf } from '../view/view-of.ts'
import { bash, edit, read, think, unusable } from '../testing/test-calls.ts'
import { effectTypes, Walk, type Walked, wordsIn } from '../testing/test-walk.ts'

const ONCE: ApprovalAnswer = { type: 'once' }
const DENY: ApprovalAnswer = { type: 'deny', reason: '' }
const STALE = { type: 'refused', reason: 'stale' }

function asking(...calls: readonly CallFacts[]): Walk {
  const walk = new Walk({ permissionMode: 'ask' }).ask()
  walk.call(...calls)
  return walk
}

/** The ids of the calls of the round, in request order. */
function ids(walk: Walk): readonly CallId[] {
  return walk.in('awaitingApproval').round.remaining.map(({ callId }) => callId)
}

function answered(callIds: readonly (CallId | undefined)[], answer: ApprovalAnswer): Input {
  const known = callIds.flatMap((callId) => callId ?? [])
  return { type: 'approvalAnswered', callIds: known, answer }
}

function toolRun(step: Walked): readonly unknown[] {
  return step.effects.flatMap((effect) => (effect.type === 'runTool' ? [effect.call.input] : []))
}

const command = (value: string): unknown => ({ type: 'object', value: { command: value } })

test('one call that needs approval makes the whole round wait: nothing runs and nothing has a result', () => {
  const walk = new Walk({ permissionMode: 'ask' }).ask()
  const step = walk.call(think('first'), bash('make'), unusable('wish', 'No.'))
  expect(step.state).toMatchObject({ type: 'awaitingApproval', answers: [], since: walk.at })
  expect(effectTypes(step)).toEqual(['stopTimer'])
  expect(wordsIn(step)).toEqual(['agent: 3'])
  expect(askedCalls(walk.in('awaitingApproval'))).toMatchObject([{ name: 'bash' }])
})

test('no timer runs while a person is asked: no time limit approves', () => {
  const walk = asking(bash('make'))
  const late = { type: 'timerFired', timerId: 't' as never } as const
  walk.at += 365 * 24 * 60 * 60_000
  expect(walk.try(late)).toEqual(STALE)
  expect(walk.state.type).toBe('awaitingApproval')
})

test('answers arrive one by one in any order; after the last, the round runs in request order', () => {
  const walk = asking(bash('one'), bash('two'), bash('three'))
  const [one, two, three] = ids(walk)
  const first = walk.take(answered([three], ONCE))
  expect(first.state).toMatchObject({ type: 'awaitingApproval', answers: [{ callId: three }] })
  expect(first.effects).toEqual([])
  walk.take(answered([one], ONCE))
  const last = walk.take(answered([two], ONCE))
  expect(toolRun(last)).toEqual([command('one')])
  expect(toolRun(walk.finishTool())).toEqual([command('two')])
  expect(toolRun(walk.finishTool())).toEqual([command('three')])
  expect(walk.finishTool().state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
})

test('T16 a denied call gets its result, with the reason, when its turn comes, and the agent continues', () => {
  const walk = asking(bash('one'), bash('two'), bash('three'))
  const [one, two, three] = ids(walk)
  walk.take(answered([one, three], ONCE))
  const step = walk.take(answered([two], { type: 'deny', reason: ' Not on main. ' }))
  expect(wordsIn(step)).toEqual([])
  const next = walk.finishTool()
  expect(wordsIn(next)).toEqual([
    'ok: out',
    'denied: Not run: the user did not allow this call. Reason: Not on main.',
  ])
  expect(toolRun(next)).toEqual([command('three')])
})

test('all denied: the model is asked at once and sees each denial; nothing has run', () => {
  const walk = asking(bash('one'), bash('two'))
  const step = walk.take(answered(ids(walk), DENY))
  expect(step.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
  expect(wordsIn(step)).toEqual([
    'denied: Not run: the user did not allow this call.',
    'denied: Not run: the user did not allow this call.',
  ])
  expect(toolRun(step)).toEqual([])
})

test('an approved call runs exactly once: a second answer to it is stale', () => {
  const walk = asking(bash('one'), bash('two'))
  const [one, two] = ids(walk)
  walk.take(answered([one], ONCE))
  expect(walk.try(answered([one], DENY))).toEqual(STALE)
  expect(toolRun(walk.take(answered([two], ONCE)))).toEqual([command('one')])
  expect(walk.try(answered([one, two], ONCE))).toEqual(STALE)
})

test('a command edited by a person runs once as edited; the recorded call stays as the model wrote it', () => {
  const walk = asking(bash('rm -rf build'), edit('a.txt'))
  const [command, change] = ids(walk)
  const edited = { type: 'edited', command: 'rm -rf build/tmp' } as const
  expect(walk.try(answered([change], edited))).toEqual(STALE)
  walk.take(answered([command], edited))
  const step = walk.take(answered([change], ONCE))
  const [run] = step.effects.flatMap((effect) => (effect.type === 'runTool' ? [effect.call] : []))
  expect(run).toMatchObject({ subject: 'rm -rf build', verdict: { editedTo: 'rm -rf build/tmp' } })
  expect(run && asEdited(run)).toMatchObject({
    input: { value: { command: 'rm -rf build/tmp' } },
    subject: 'rm -rf build/tmp',
  })
  expect(viewOf(step.state).state).toMatchObject({ editedTo: 'rm -rf build/tmp' })
  const stopped = walk.cancel()
  expect(wordsIn(stopped)[0]).toContain('What ran instead:\nrm -rf build/tmp]')
  expect(stopped.state).toMatchObject({ waitingFor: [{ what: 'rm -rf build/tmp' }] })
})

test('T87 an answer that is late, or to a call that did not ask, is stale', () => {
  const walk = asking(think('hm'), bash('one'))
  const [hm] = ids(walk)
  expect(walk.try(answered([hm], ONCE))).toEqual(STALE)
  expect(walk.try(answered([], ONCE))).toEqual(STALE)
  const all = ids(walk)
  walk.cancel()
  expect(walk.try(answered(all, ONCE))).toEqual(STALE)
})

test('calls of a later reply have other ids: an answer to the earlier ones approves nothing', () => {
  const walk = asking(bash('make'))
  const before = ids(walk)
  walk.take(answered(before, DENY))
  walk.fireTimer()
  walk.call(bash('make'))
  expect(walk.try(answered(before, ONCE))).toEqual(STALE)
})

test('the call that runs is the call that was shown: its input and digest are those of the question', () => {
  const walk = asking(bash('make'))
  const shown = walk.in('awaitingApproval').round.remaining[0]
  const step = walk.take(answered(ids(walk), ONCE))
  const run = step.effects.find((effect) => effect.type === 'runTool')
  expect(run).toMatchObject({ call: { input: shown?.input, digest: shown?.digest } })
  expect(run).toMatchObject({ call: { verdict: { type: 'run', isApproved: true } } })
})

test('"always here" saves the offered rule, and runs the call', () => {
  const walk = asking(bash('make'))
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  const step = walk.take(answered(ids(walk), { type: 'always', rule }))
  expect(step.rules).toEqual([rule])
  expect(toolRun(step)).toEqual([command('make')])
})

test('a prefix rule answers each waiting call that it allows, and no other', () => {
  const rule = { tool: 'bash', subject: 'npm test', match: 'prefix' } as const
  const walk = asking(bash('npm test a'), bash('npm test; rm x'), bash('npm test b'))
  const step = walk.take(answered(ids(walk), { type: 'always', rule }))
  expect(step).toMatchObject({ rules: [rule], effects: [] })
  expect(askedCalls(walk.in('awaitingApproval'))).toMatchObject([{ subject: 'npm test; rm x' }])
  const wide = { ...rule, subject: 'npm' }
  expect(
    asking(bash('npm test')).try(answered(['m2.0' as never], { type: 'always', rule: wide })),
  ).toEqual(STALE)
})

test('a rule for another tool or subject, or for what always asks, is no answer', () => {
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  for (const call of [
    bash('make all'),
    bash('make', 'outside'),
    bash('make', 'secret'),
    edit('make'),
  ]) {
    const walk = asking(call)
    expect(walk.try(answered(ids(walk), { type: 'always', rule })), call.name).toEqual(STALE)
  }
})

test('one "always" for several equal calls answers all of them and saves one rule; others still wait', () => {
  const walk = asking(bash('make'), bash('make'), bash('ls'))
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  const step = walk.take(answered(ids(walk), { type: 'always', rule }))
  expect(step).toMatchObject({ rules: [rule], effects: [] })
  expect(askedCalls(walk.in('awaitingApproval'))).toMatchObject([{ subject: 'ls' }])
})

test('T37 a cancel skips every call of the round, including those that needed no approval, and rests at once', () => {
  const walk = asking(think('hm'), bash('make'), read('/etc/hosts', 'outside'))
  const step = walk.cancel()
  expect(wordsIn(step)).toEqual(
    Array.from({ length: 3 }, () => 'skipped: Skipped due to cancellation'),
  )
  expect(step.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
  expect(step.effects).toEqual([])
})

/** The settings change while a person is asked. */
function changing(change: ContextChange): Input {
  return { type: 'settingsChanged', change }
}

test('a mode that allows the waiting calls runs them in the same step, and earlier answers stand', () => {
  const walk = asking(bash('one'), bash('two'), bash('three'))
  const [one] = ids(walk)
  walk.take(answered([one], DENY))
  const step = walk.take(changing({ permissionMode: 'auto' }))
  expect(wordsIn(step)).toEqual(['denied: Not run: the user did not allow this call.'])
  expect(toolRun(step)).toEqual([command('two')])
  expect(toolRun(walk.finishTool())).toEqual([command('three')])
})

test('a mode that refuses the waiting calls refuses them in the same step, and the model sees why', () => {
  const walk = asking(bash('make'), edit('a.ts'))
  const step = walk.take(changing({ permissionMode: 'readOnly' }))
  expect(wordsIn(step)).toEqual([
    expect.stringContaining('failed: Not run: this conversation is read-only.'),
    expect.stringContaining('failed: Not run: this conversation is read-only.'),
  ])
  expect(toolRun(step)).toEqual([])
  expect(step.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
})

test('calls that the new mode asks about too still wait, and nothing of the round runs before their answers', () => {
  const walk = asking(edit('a.ts'), bash('make'))
  const [, make] = ids(walk)
  const step = walk.take(changing({ permissionMode: 'acceptEdits' }))
  expect(askedCalls(walk.in('awaitingApproval'))).toMatchObject([{ subject: 'make' }])
  expect(step.effects).toEqual([])
  expect(walk.take(answered([make], ONCE)).state.type).toBe('toolExecuting')
})

test('a rule from another conversation of the folder allows what it names', () => {
  const walk = asking(bash('make'), bash('ls'))
  walk.take(changing({ rules: [{ tool: 'bash', subject: 'make', match: 'exact' }] }))
  expect(askedCalls(walk.in('awaitingApproval'))).toMatchObject([{ subject: 'ls' }])
})

test.each(['outside', 'secret'] as const)(
  'a call %s needs approval in every mode, and changes there are refused in read-only',
  (reach) => {
    const walk = asking(read('/etc/hosts', reach), edit('/etc/hosts', reach))
    walk.take(changing({ permissionMode: 'auto' }))
    expect(askedCalls(walk.in('awaitingApproval')).length).toBe(2)
    walk.take(changing({ permissionMode: 'readOnly' }))
    expect(askedCalls(walk.in('awaitingApproval'))).toMatchObject([{ action: 'read' }])
  },
)

test('a call that repeats the last ones needs approval even if the mode would run it', () => {
  const walk = new Walk({ permissionMode: 'auto' }).ask()
  for (let round = 0; round < 2; round++) {
    walk.call(bash('make'))
    walk.finishTool()
    walk.fireTimer()
  }
  walk.call(bash('make'))
  const before = walk.in('awaitingApproval')
  walk.take(changing({ permissionMode: 'acceptEdits' }))
  walk.take(changing({ permissionMode: 'auto' }))
  expect(walk.state).toEqual(before)
  walk.take(changing({ permissionMode: 'readOnly' }))
  expect(walk.state.type).toBe('awaitingLlm')
})

test('settings unrelated to permissions leave waiting calls as they are', () => {
  const walk = asking(bash('make'))
  const before = walk.state
  walk.take(changing({ busyPolicy: 'interrupt' }))
  expect(walk.state).toEqual(before)
})

test('a report of work while a person is asked is stale', () => {
  const walk = asking(bash('make'))
  const reports: readonly Input[] = [
    {
      type: 'llmFailed',
      requestId: 'w' as never,
      kind: 'network',
      detail: 'x',
      retryAfterMs: null,
      repairs: [],
    },
    { type: 'llmStreamStarted', requestId: 'w' as never },
    { type: 'workLost', workId: 'w' as never },
  ]
  for (const report of reports) expect(walk.try(report)).toEqual(STALE)
})
