import { expect, test } from 'vitest'
import { World } from './fakes/world.ts'

test('a message is answered and the conversation rests', async () => {
  const world = new World()
  await world.send('Hello')
  expect(world.state.type).toBe('llmRequesting')
  world.model.last.say('Hi')
  await world.time.settle()
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(world.transcript).toEqual(['user: Hello', 'agent: Hi'])
  expect(world.lifecycle).toEqual(['sessionStarted', 'turnStarted', 'turnCompleted'])
})
