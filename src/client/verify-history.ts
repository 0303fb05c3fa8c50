import type { AppError } from '../shared/app-error.ts'
import { assertNever } from '../shared/assert-never.ts'
import type { HistoryDifference } from '../shared/conversation/history-difference.ts'
import type { ConversationId } from '../shared/ids.ts'
import type { Client } from './client.ts'
import { countOf } from './words/words.ts'

interface Counts {
  readonly conversations: number
  readonly events: number
  readonly total: number
  readonly differences: readonly HistoryDifference[]
  readonly stale: number
}

/** The progress of a verification. */
export type Verification =
  | ({ readonly type: 'running' } & Counts)
  | ({ readonly type: 'done' } & Counts)
  | { readonly type: 'failed'; readonly error: AppError }

const NOTHING: Counts = { conversations: 0, events: 0, total: 0, differences: [], stale: 0 }

/** Requests page by page, and stops once `isWanted` returns false. `only`: the conversation to verify; null for all. */
export async function verifyHistory(
  client: Client,
  show: (verification: Verification) => void,
  isWanted: () => boolean,
  only: ConversationId | null = null,
): Promise<void> {
  let counts = NOTHING
  let after: ConversationId | null = null
  show({ type: 'running', ...counts })
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(client, after, only)
    if (!isWanted()) return
    if (!page.ok) return show({ type: 'failed', error: page.error })
    const { conversations, events, differences, total, next, stale } = page.value
    counts = {
      conversations: counts.conversations + conversations,
      events: counts.events + events,
      differences: [...counts.differences, ...differences],
      total,
      stale,
    }
    after = next
    show({ type: after === null ? 'done' : 'running', ...counts })
  } while (after !== null)
}

function ask(
  client: Client,
  after: ConversationId | null,
  only: ConversationId | null,
): ReturnType<typeof client.request<'history.verify'>> {
  return client.request('history.verify', { after, ...(only !== null && { only }) })
}

export function sentenceOf(verification: Verification): string {
  switch (verification.type) {
    case 'running':
      return `Verifying: ${verification.conversations.toLocaleString('en')} of ${conversationsIn(verification.total)}`
    case 'done':
      return doneSentence(verification)
    case 'failed':
      return verification.error.message
    default:
      return assertNever(verification)
  }
}

function doneSentence({ conversations, events, differences }: Counts): string {
  const counted = `${conversationsIn(conversations)}, ${countOf(events, 'event', 'events')}`
  const faults = faultsIn(differences)
  const others = differences.length - faults.length
  if (faults.length > 0) {
    const verb = faults.length === 1 ? 'differs' : 'differ'
    return `${counted}: ${conversationsIn(faults.length)} ${verb} from the log.`
  }
  if (others > 0) {
    return `${counted}: all equal, except ${conversationsIn(others)} written by another version of Phoenix, which may have worked differently.`
  }
  return `${counted}: all equal.`
}

/** Returns the differences that another version of Phoenix does not explain. */
export function faultsIn(differences: readonly HistoryDifference[]): readonly HistoryDifference[] {
  return differences.filter(({ isOfOtherVersion }) => !isOfOtherVersion)
}

/** Returns '' if there is nothing to say. */
export function sentenceOfStale(verification: Verification): string {
  if (verification.type !== 'done' || verification.stale === 0) return ''
  return `Since Phoenix was started, ${countOf(verification.stale, 'report', 'reports')} came too late and changed nothing.`
}

function conversationsIn(count: number): string {
  return countOf(count, 'conversation', 'conversations')
}
