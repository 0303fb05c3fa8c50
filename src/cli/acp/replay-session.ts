import { RequestError } from '@agentclientprotocol/sdk'
import type { Client } from '../../client/client.ts'
import { wholeHistory } from '../../client/export/whole-history.ts'
import type { ConversationSnapshot } from '../../shared/conversation/conversation.ts'
import { activeMessages } from '../../shared/messages/active-messages.ts'
import type { UpdateQueue } from './update-queue.ts'

/** Maximum number of messages of a loaded session that wait for its client. */
const REPLAYED_TOGETHER = 100

/** Sends a session's client all messages up to the snapshot. */
export async function replaySession(
  client: Client,
  snapshot: ConversationSnapshot,
  queue: UpdateQueue,
): Promise<void> {
  const loaded = { ...snapshot, conversationId: snapshot.summary.id }
  const whole = await wholeHistory(client, loaded, () => true)
  if (whole?.ok === false) throw RequestError.internalError(undefined, whole.error.message)
  const all = [...(whole?.value.messages ?? []), ...snapshot.unsaved]
  for (const [at, message] of activeMessages(all).entries()) {
    if (at % REPLAYED_TOGETHER === 0) await queue.allSent()
    queue.addMessage(message)
  }
  await queue.allSent()
}
