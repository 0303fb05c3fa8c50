import { type EditsTarget, EditsUndone } from '../../src/shared/conversation/edits.ts'
import { isResting } from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/messages/message.ts'
import type { Choices } from '../choices.ts'
import type { SimulatedClient } from './simulated-client.ts'
import type { World } from '../world.ts'

/** Undoes file changes, if there were any. */
export function undo(
  world: World,
  client: SimulatedClient,
  own: ConversationId,
  choices: Choices,
): void {
  const conversationId = someEnded(world, own, choices) ?? own
  const target = targetIn(world, conversationId, choices)
  if (target === null) return
  client.request('edits.preview', { conversationId, target }, () => {})
  client.request('edits.undo', { conversationId, target }, (result) => {
    world.note(`undo ${result.ok ? 'answered' : result.error.code}`)
    if (!result.ok) return world.sometimes('an undo was not done')
    if (EditsUndone.parse(result.value).undone === 0) return
    world.oracles.undos.acknowledge(conversationId)
    const isAtRest = isResting(world.liveState(conversationId))
    world.sometimes(isAtRest ? 'edits were undone at rest' : 'edits were undone while busy')
    if (world.oracles.family.isChild(conversationId))
      world.sometimes('edits were undone in a sub-agent')
  })
}

/** The messages that a screen shows with an Undo button. */
export function changedIn(world: World, id: ConversationId): readonly Message[] {
  return world.oracles.replay
    .history(id)
    .filter(
      ({ content }) =>
        (content.type === 'tool' || content.type === 'undo') && content.files.length > 0,
    )
}

/** A sub-agent that has ended can be viewed as long as its parent's conversation exists. */
function someEnded(world: World, id: ConversationId, choices: Choices): ConversationId | null {
  const { family } = world.oracles
  const live = world.live()
  const ended = family
    .of(id)
    .map(({ agentId }): ConversationId => agentId)
    .filter((each) => !live.includes(each) && changedIn(world, each).length > 0)
  if (ended.length === 0 || choices.int(2) === 0) return null
  return ended[choices.int(ended.length)] ?? null
}

/** The last turn, or one message with edits: possibly an undo. */
function targetIn(world: World, id: ConversationId, choices: Choices): EditsTarget | null {
  const changing = changedIn(world, id)
  const reply = world.oracles.replay.history(id).findLast(({ content }) => content.type === 'agent')
  const isTurn = choices.int(3) === 1
  if (isTurn && reply?.content.type === 'agent')
    return { type: 'turn', turnId: reply.content.turnId }
  const message = changing[changing.length - 1 - choices.int(Math.min(3, changing.length || 1))]
  return message === undefined ? null : { type: 'message', messageId: message.id }
}
