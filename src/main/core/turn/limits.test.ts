import { expect, test } from 'vitest'
import { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { Effect } from '../machine/effect.ts'
import { bash, spawn } from '../testing/test-calls.ts'
import { Walk, type Walked, wordsIn } from '../testing/test-walk.ts'

/** The walk as it goes on from what was written down of it: nothing but state and context is left. */
function fromPaper(walk: Walk): Walk {
  const next = new Walk(walk.context)
  next.state = ConversationState.parse(JSON.parse(JSON.stringify(walk.state)))
  next.at = walk.at
  return next
}

function requestIn({ effects }: Walked): Effect | undefined {
  return effects.find(({ type }) => type === 'requestModel')
}

/** A sub-agent in its request of this number, everything forgotten before it but the state. */
function inRequest(count: number): Walk {
  let walk = Walk.child().ask()
  for (let each = 1; each < count; each++) {
    walk = fromPaper(walk)
    walk.callBash(`step ${each}`)
    walk = fromPaper(walk)
    walk.finishTool()
    walk = fromPaper(walk)
    walk.fireTimer()
  }
  return walk
}

test('T63 the requests of a sub-agent are counted only in its state', () => {
  const walk = inRequest(49)
  walk.callBash('step 49')
  walk.finishTool()
  expect(requestIn(fromPaper(walk).fireTimer())).toMatchObject({ withTools: true })
  const last = inRequest(50)
  last.callBash('step 50')
  last.finishTool()
  expect(requestIn(fromPaper(last).fireTimer())).toMatchObject({ withTools: false })
  const other = inRequest(2)
  other.callBash('mine')
  other.finishTool()
  expect(requestIn(other.fireTimer())).toMatchObject({ withTools: true })
})

test("T63 the time of a sub-agent is part of its parent's state, even while it is paused", () => {
  const walk = new Walk().ask()
  walk.call(spawn('Look'))
  walk.at += 4 * 60_000
  const asking = fromPaper(walk)
  asking.child(0, { type: 'asking' })
  const later = fromPaper(asking)
  later.at += 60 * 60_000
  const { effects } = later.child(0, { type: 'working' })
  expect(effects).toMatchObject([{ type: 'startTimer', afterMs: 6 * 60_000 }])
})

test('the state also decides about limits of a turn, the third equal call and the attempts of a request', () => {
  const caps = { ...new Walk().context.caps, requestsPerTurn: 2 }
  const capped = new Walk({ caps }).ask()
  capped.callBash('one')
  capped.finishTool()
  const second = fromPaper(capped)
  second.fireTimer()
  second.callBash('two')
  second.finishTool()
  expect(wordsIn(fromPaper(second).fireTimer())).toEqual([
    expect.stringContaining('Stopped at the limit of 2 requests'),
  ])
  let circling = new Walk().ask()
  for (let count = 0; count < 2; count++) {
    circling.call(bash('same'))
    circling = fromPaper(circling)
    circling.finishTool()
    circling = fromPaper(circling)
    circling.fireTimer()
  }
  expect(circling.call(bash('same')).state.type).toBe('awaitingApproval')
  let failing = new Walk().ask()
  for (let attempt = 1; attempt < 3; attempt++) {
    failing.fail('network')
    failing = fromPaper(failing)
    failing.fireTimer()
  }
  expect(failing.fail('network').state.type).toBe('error')
})
