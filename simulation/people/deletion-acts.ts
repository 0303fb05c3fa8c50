import {
  type ConversationState,
  isResting,
} from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Cancels } from './cancels.ts'
import type { Choices } from '../choices.ts'
import type { SimulatedClient } from './simulated-client.ts'
import type { World } from '../world.ts'

/** Deletes a conversation, and sometimes undoes it: in time, or too late. */
export function remove(
  world: World,
  cancels: Cancels,
  client: SimulatedClient,
  conversationId: ConversationId,
  choices: Choices,
): void {
  const before = world.liveState(conversationId)
  const wasDeleted = world.deletions.isHidden(conversationId)
  const wasAside = world.app.registry.isSetAside(conversationId)
  /** The state in the tick of the deletion: the answer may wait for the disk. */
  let after: ConversationState | null = null
  client.request('conversation.delete', { conversationId }, (result) => {
    world.note(`delete ${result.ok ? 'done' : result.error.code}`)
    if (!result.ok || wasDeleted) return
    world.sometimes('a conversation was deleted')
    if (!isResting(before)) world.sometimes('a conversation was deleted while busy')
    if (choices.int(2) === 1) restoreLater(world, client, conversationId, choices)
    // A conversation set aside has no live work, whatever is on disk.
    if (wasAside || world.app.registry.isSetAside(conversationId)) return
    const isLate = world.oracles.flushes.disk.isLate && after !== null
    const state = after ?? world.liveState(conversationId)
    if (!isResting(state) && state.type !== 'cancelling')
      world.fail('T74 a deletion stops what runs first', state.type)
    if (!isLate) cancels.accepted(conversationId, before)
  })
  after = world.liveState(conversationId)
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
