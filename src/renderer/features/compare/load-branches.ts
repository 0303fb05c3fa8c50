import { assertNever } from '../../../shared/assert-never.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Client } from '../../../client/client.ts'
import { wholeHistory } from '../../../client/export/whole-history.ts'
import { type Branches, compareFork, compareVersions } from './branches.ts'

/** The branches to compare. */
export type Comparison =
  | {
      readonly type: 'versions'
      readonly conversationId: ConversationId
      /** All versions of the message, oldest first. */
      readonly all: readonly MessageId[]
      readonly left: MessageId
      readonly right: MessageId
    }
  | {
      readonly type: 'fork'
      readonly origin: ConversationSummary
      readonly fork: ConversationSummary
    }

/** Null: the result is no longer wanted. */
export async function loadBranches(
  client: Client,
  compared: Comparison,
  isWanted: () => boolean,
): Promise<Result<Branches, AppError> | null> {
  switch (compared.type) {
    case 'versions': {
      const messages = await allOf(client, compared.conversationId, isWanted)
      if (messages?.ok !== true) return messages
      return ok(compareVersions(messages.value, compared.left, compared.right))
    }
    case 'fork': {
      const origin = await allOf(client, compared.origin.id, isWanted)
      if (origin?.ok !== true) return origin
      const fork = await allOf(client, compared.fork.id, isWanted)
      if (fork?.ok !== true) return fork
      return ok(compareFork(origin.value, fork.value, compared.fork.id))
    }
    default:
      return assertNever(compared)
  }
}

async function allOf(
  client: Client,
  conversationId: ConversationId,
  isWanted: () => boolean,
): Promise<Result<readonly Message[], AppError> | null> {
  const beforeSeq = Number.MAX_SAFE_INTEGER
  const newest = await client.request('conversation.earlier', { conversationId, beforeSeq })
  if (!isWanted()) return null
  if (!newest.ok) return newest
  const whole = await wholeHistory(client, { conversationId, ...newest.value }, isWanted)
  return whole?.ok === true ? ok(whole.value.messages) : whole
}
