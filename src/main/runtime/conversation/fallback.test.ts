import { expect, test } from 'vitest'
import { testContext } from '../../core/testing/test-context.ts'
import { withModelNames } from '../../../client/words/model-words.ts'
import { World } from '../fakes/world.ts'

/** Fails as often as one model is asked. */
async function failThrice({ model, time }: World): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(model.last.call.provider.model).toBe('claude-test')
    model.last.fail('overloaded')
    await time.advance(60_000)
  }
}

test('T48 a model that cannot be used is an error, and never silently replaced: a fallback is shown, and the next turn asks the first again', async () => {
  const context = testContext()
  const fallback = { ...context.primary, model: 'claude-spare' }
  const unknown = new World(undefined, undefined, { context: { ...context, fallback } })
  await unknown.send('Hello')
  unknown.model.last.fail('invalidRequest')
  await unknown.time.settle()
  expect([unknown.state.type, unknown.model.requests.length]).toEqual(['error', 1])
  const alone = new World(undefined, undefined, { context })
  await alone.send('Hello')
  await failThrice(alone)
  expect([alone.state.type, alone.model.requests.length]).toEqual(['error', 3])
  const world = new World(undefined, undefined, { context: { ...context, fallback } })
  await world.send('Hello')
  await failThrice(world)
  expect(world.model.last.call.provider.model).toBe('claude-spare')
  expect(world.runtime.provider.model).toBe('claude-spare')
  expect(world.lifecycle).toContain('providerFallback')
  expect(world.transcript.at(-1)).toContain('claude-spare is asked instead')
  world.model.last.replyText('Hi')
  await world.time.settle()
  await world.send('Again')
  expect(world.model.last.call.provider.model).toBe('claude-test')
})

test('each model reads its own name after the system prompt, the fallback too', async () => {
  const context = testContext()
  const fallback = { ...context.primary, model: 'claude-spare' }
  const world = new World(undefined, undefined, { context: { ...context, fallback } })
  await world.send('Hello')
  await failThrice(world)
  world.model.last.replyText('Hi')
  await world.time.settle()
  await world.send('Again')
  const named = world.model.requests.map(({ call: { provider, request } }) => [
    provider.model,
    request.system.split(': ').at(-1),
  ])
  expect(named.map(([model]) => model)).toEqual([
    ...Array.from({ length: 3 }, () => 'claude-test'),
    'claude-spare',
    'claude-test',
  ])
  for (const [model, read] of named) expect(read).toBe(model)
})

test('people read the names of both models in the note about a fallback', async () => {
  const context = testContext()
  const fallback = { ...context.primary, model: 'claude-opus-4-8' }
  const world = new World(undefined, undefined, { context: { ...context, fallback } })
  await world.send('Hello')
  await failThrice(world)
  expect(withModelNames((world.transcript.at(-1) ?? '').replace('system: ', ''))).toMatch(
    /^claude-test did not answer \(.+\) Until this turn ends, Claude Opus 4\.8 is asked instead\.$/,
  )
})
