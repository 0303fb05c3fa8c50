import { type ConversationId, TestId } from '../../src/shared/ids.ts'
import type { SettingsChange } from '../../src/shared/settings/settings.ts'
import type { Stage } from './acts.ts'
import type { SimulatedClient } from './simulated-client.ts'
import { SECRET } from '../ports/simulated-settings.ts'
import type { World } from '../world.ts'

const KEY = { model: null, baseUrl: null, apiKey: SECRET, automaticTitles: null, behaviour: {} }

/** I41: tests a key, saves it, and once pastes an oversized one. */
export function saveKey({ clients: [client] }: World): void {
  if (client === undefined) return
  client.request('settings.test', { testId: TestId.parse('test'), change: KEY }, () => {})
  client.request('settings.save', KEY, () => {})
  client.request('settings.save', { ...KEY, apiKey: SECRET.repeat(100) }, () => {})
}

function saveSettings(
  world: World,
  client: SimulatedClient,
  change: Partial<SettingsChange>,
): void {
  const { model } = world.settings
  client.request('settings.save', { ...KEY, model, ...change }, () => {})
}

export function saveBehaviour(
  world: World,
  client: SimulatedClient,
  behaviour: NonNullable<SettingsChange['behaviour']>,
): void {
  if (behaviour.tokensPerTurn !== undefined && !world.isAtRest())
    world.sometimes('a limit changed while a turn ran')
  saveSettings(world, client, { behaviour })
}

export function useModel(world: World, client: SimulatedClient, model: string): void {
  if (!world.isAtRest()) world.sometimes('the model changed while a turn ran')
  saveSettings(world, client, { model })
}

export function configure(
  world: World,
  client: SimulatedClient,
  conversationId: ConversationId,
  own: Parameters<Stage['configure']>[0],
): void {
  client.request('conversation.configure', { conversationId, ...own }, (result) => {
    if (!result.ok) return
    if (world.oracles.family.isChild(conversationId))
      world.fail('a sub-agent works under its parent', conversationId)
    world.sometimes('a conversation was given settings of its own')
  })
}
