import { isResting } from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Cancels } from './cancels.ts'
import type { Choices } from '../choices.ts'
import type { SimulatedClient } from './simulated-client.ts'
import type { World } from '../world.ts'

/** Deletes a conversation, and brings it back sometimes: in time, or too late. */
export function remove(
  world: World,
  cancels: Cancels,
  client: SimulatedClient,
  conversationId: ConversationId,
  choices: Choices,
): void {
  const before = world.liveState(conversationId)
  const wasDeleted = world.deletions.isHidden(conversationId)
  client.request('conversation.delete', { conversationId }, (result) => {
    world.note(`delete ${result.ok ? 'done' : result.error.code}`)
    if (!result.ok || wasDeleted) return
    world.sometimes('a conversation was deleted')
    if (!isResting(before)) world.sometimes('a conversation was deleted while busy')
    if (choices.int(2) === 1) restoreLater(world, client, conversationId, choices)
    // Of one that is set aside nothing lives, whatever stands on disk.
    if (world.app.registry.isSetAside(conversationId)) return
    const state = world.liveState(conversationId)
    if (!isResting(state) && state.type !== 'cancelling')
      world.fail('T74 a deletion stops what runs first', state.type)
    cancels.accepted(conversationId, before)
  })
}

function restoreLater(
  world: World,
  client: SimulatedClient,
  conversationId: ConversationId,
  choices: Choices,
): void {
  world.schedule.after(choices.delay(), 'world', 'a deletion is undone', () => {
    const wasHidden = world.deletions.isHidden(conversationId)
    client.request('conversation.restore', { conversationId }, (result) => {
      world.note(`restore ${result.ok ? 'done' : result.error.code}`)
      if (result.ok && wasHidden) world.sometimes('a deletion was undone')
    })
  })
}
