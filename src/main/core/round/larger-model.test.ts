import { expect, test } from 'vitest'
import type { Context } from '../machine/context.ts'
import { testContext } from '../testing/test-context.ts'
import { Walk, wordsIn } from '../testing/test-walk.ts'

function reading(contextTokens: number): Context['primary'] {
  const { primary } = testContext()
  return { ...primary, limits: { ...primary.limits, contextTokens } }
}

const LEFT = { type: 'idle', unfinished: { cause: 'contextExhausted' } }

test('a larger model chosen during the turn leads out of the exhausted context, and Continue asks that model', () => {
  const walk = new Walk({ autoCompact: false }).ask()
  walk.take({ type: 'settingsChanged', change: { primary: reading(1_000_000) } })
  const ended = walk.fail('contextFull')
  expect(ended.state).toMatchObject(LEFT)
  expect(wordsIn(ended)).toEqual([expect.stringContaining('press Continue to go on with it.')])
  expect(ended.lifecycle).toMatchObject([{ type: 'turnFailed' }])
  walk.take({ type: 'continueRequested' })
  expect(walk.fireTimer().effects).toMatchObject([
    { type: 'requestModel', provider: { limits: { contextTokens: 1_000_000 } } },
    {},
  ])
})

test('a model with the same or a smaller limit does not', () => {
  for (const contextTokens of [200_000, 100_000]) {
    const walk = new Walk({ autoCompact: false }).ask()
    walk.take({ type: 'settingsChanged', change: { primary: reading(contextTokens) } })
    expect(walk.fail('contextFull').state.type).toBe('contextExhausted')
  }
})

test('if the fallback had the smaller limit, Continue asks the primary', () => {
  const walk = new Walk({ autoCompact: false, fallback: reading(100_000) }).ask()
  walk.failThrice()
  expect(walk.fail('contextFull').state).toMatchObject(LEFT)
})

test('after failed summaries a larger model leads out too; a sub-agent fails whatever is chosen', () => {
  const walk = new Walk().ask()
  walk.take({ type: 'settingsChanged', change: { primary: reading(1_000_000) } })
  for (const _ of [1, 2]) {
    walk.fail('contextFull')
    walk.fireTimer()
  }
  expect(walk.fail('contextFull').state).toMatchObject(LEFT)
  const child = Walk.child({ autoCompact: false }).ask()
  child.take({ type: 'settingsChanged', change: { primary: reading(1_000_000) } })
  expect(child.fail('contextFull').state).toMatchObject({ reason: 'contextExhausted' })
})
