import { expect, test } from 'vitest'
import { NO_FALLBACK } from '../../../shared/models/chosen-model.ts'
import type { CommandInput, CommandOutput } from '../../../shared/protocol/commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import { delegating } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

type Models = Pick<CommandInput<'conversation.configure'>, 'model' | 'fallbackModel'>

const OLLAMA = { endpoint: 'ollama', model: 'qwen3:8b' }

async function choose(world: World, models: Models): Promise<void> {
  const answer = await world.request('conversation.configure', { conversationId: ID, ...models })
  expect(answer.ok).toBe(true)
  await world.time.settle()
}

async function open(world: World): Promise<CommandOutput<'conversation.open'>> {
  const opened = await world.request('conversation.open', { conversationId: ID })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

function asked(world: World): Provider {
  return world.model.last.call.provider
}

test('a chosen model is used from the next turn, and null restores that of the settings', async () => {
  const world = new World()
  await world.send('Hello')
  await choose(world, { model: 'ollama/qwen3:8b' })
  world.model.last.callBash('ls')
  await world.time.settle()
  world.tools.last.finish('')
  await world.time.settle()
  expect(asked(world)).toMatchObject({ endpoint: 'anthropic', model: 'claude-test' })
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(await open(world)).toMatchObject({
    model: 'ollama/qwen3:8b',
    chosenModel: 'ollama/qwen3:8b',
    chosenFallback: null,
  })
  await world.send('And now?')
  expect(asked(world)).toMatchObject(OLLAMA)
  world.model.last.replyText('Qwen speaking')
  await world.time.settle()
  await choose(world, { model: null })
  await world.send('And you?')
  expect(asked(world)).toMatchObject({ endpoint: 'anthropic', model: 'claude-test' })
})

test('every client is notified of the choice, and other choices stay', async () => {
  const world = new World()
  await choose(world, { model: 'ollama/qwen3:8b' })
  await choose(world, { fallbackModel: NO_FALLBACK })
  expect(world.events).toContainEqual(
    expect.objectContaining({
      type: 'conversation.configured',
      chosenModel: 'ollama/qwen3:8b',
      chosenFallback: NO_FALLBACK,
      model: 'ollama/qwen3:8b',
    }),
  )
})

test('the choice survives a restart', async () => {
  const world = new World()
  await choose(world, { model: 'ollama/qwen3:8b', fallbackModel: 'claude-other' })
  const again = world.restart()
  expect(await open(again)).toMatchObject({ chosenFallback: 'claude-other' })
  await again.send('Hello')
  expect(asked(again)).toMatchObject(OLLAMA)
})

test('its own fallback is used when the model fails, and "none" means none whatever the settings say', async () => {
  const world = new World()
  world.context = {
    ...world.context,
    fallback: { ...world.context.primary, model: 'claude-usual' },
  }
  const failThrice = async (): Promise<void> => {
    for (let attempt = 0; attempt < 3; attempt++) {
      world.model.last.fail('overloaded')
      await world.time.settle()
      if (attempt < 2) await world.time.advance(60_000)
    }
  }
  await choose(world, { fallbackModel: 'ollama/qwen3:8b' })
  await world.send('Hello')
  await failThrice()
  expect(asked(world)).toMatchObject(OLLAMA)
  world.model.last.replyText('Here')
  await world.time.settle()
  await choose(world, { fallbackModel: NO_FALLBACK })
  await world.send('Again')
  await failThrice()
  expect(world.state.type).toBe('error')
})

test('sub-agents use the model of their parent, and keep it', async () => {
  const world = new World()
  await choose(world, { model: 'ollama/qwen3:8b' })
  await world.send('Ask others')
  world.model.last.spawn('one')
  await world.time.settle()
  const [child] = world.children
  expect(child?.provider).toMatchObject(OLLAMA)
  const id = child?.record.stored.id ?? ID
  expect(world.store.conversation(id)).toMatchObject({ chosenModel: 'ollama/qwen3:8b' })
})

test('a person cannot choose a model for a sub-agent', async () => {
  const world = await delegating('one')
  const conversationId = world.children[0]?.record.stored.id ?? ID
  const change = { conversationId, model: 'ollama/qwen3:8b' }
  const answer = await world.request('conversation.configure', change)
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalidInput' } })
})

test('thinking of one model is not sent to another, and goes back to the first when it is used again', async () => {
  const world = new World()
  const sent = (): string => JSON.stringify(world.model.last.call.request.messages)
  await world.send('Hello')
  const thought = { type: 'thinking', text: 'Deep', signature: 'sig' } as const
  world.model.last.reply([thought, { type: 'text', text: 'Hi' }], 'endTurn')
  await world.time.settle()
  await choose(world, { model: 'gateway/claude-test' })
  await world.send('One')
  expect(sent()).not.toContain('Deep')
  world.model.last.replyText('Other')
  await world.time.settle()
  await choose(world, { model: null })
  await world.send('Two')
  expect(sent()).toContain('Deep')
})
