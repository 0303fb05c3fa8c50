import {
  type ConversationState,
  keepsTrying,
  turnOf,
} from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId, TurnId } from '../../src/shared/ids.ts'
import type { SimulatedClient } from './simulated-client.ts'
import type { World } from '../world.ts'

/** Extends the running turn, whether or not it asks for more time. */
export function extend(
  client: SimulatedClient,
  conversationId: ConversationId,
  state: ConversationState,
): void {
  const turnId = turnOf(state)?.id ?? ('no turn' as TurnId)
  client.request('turn.extend', { conversationId, turnId }, () => {})
}

/** Requests the next attempt at once in every conversation that keeps trying. */
export function tryNow(world: World): void {
  const client = world.clients.find(({ isConnected }) => isConnected)
  for (const conversationId of world.live()) {
    if (keepsTrying(world.liveState(conversationId)))
      client?.request('turn.retry', { conversationId }, () => {})
  }
}
