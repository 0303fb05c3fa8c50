import type { ConversationId } from '../../../../shared/ids.ts'
import type { CommandOutput } from '../../../../shared/protocol/commands.ts'
import { VERSION } from '../../../../shared/version.ts'
import { shortened } from '../../../../shared/visible-text.ts'
import {
  type Difference,
  REPLAY_START,
  type Replayed,
  replayEnd,
  replayRow,
} from '../../../core/log/replay.ts'
import type { HistoryLog } from '../../ports/history-log.ts'

/** Number of rows read at once and folded without a pause. */
const SLICE = 100
const SLICE_MS = 5
/** One answer covers conversations with up to this many events, but at least one conversation. */
const PAGE_EVENTS = 2_000
const PAGE_CONVERSATIONS = 50
/** Maximum length shown of each value. */
const MAX_VALUE = 1_000

export interface Verified {
  readonly events: number
  readonly messages: number
  readonly difference: Difference | null
  /** True if the session of the difference was written by another version, which may have decided differently. */
  readonly isOfOtherVersion: boolean
}

/** How work yields to other work. */
export interface Pacing {
  /** Only for durations: one that nobody can set. */
  readonly clock: { now(): number }
  readonly pause: () => Promise<void>
}

/** Folds the stored log of one conversation in slices, and compares the result with what is stored. */
export async function verifyConversation(
  log: HistoryLog,
  id: ConversationId,
  { clock, pause }: Pacing,
): Promise<Verified> {
  let at = REPLAY_START
  for (;;) {
    const end = clock.now() + SLICE_MS
    const slice = foldSlice(log, id, at, () => clock.now() >= end)
    at = slice.at
    if (slice.isDone) {
      const isOfOtherVersion = at.version !== null && at.version !== VERSION
      const { difference } = slice
      return { events: at.seq, messages: at.messages, difference, isOfOtherVersion }
    }
    await pause()
  }
}

interface Slice {
  readonly at: Replayed
  readonly isDone: boolean
  readonly difference: Difference | null
}

/** Reads the end in the same tick as the last rows, because a conversation may continue between two slices. */
function foldSlice(
  log: HistoryLog,
  id: ConversationId,
  start: Replayed,
  isOver: () => boolean,
): Slice {
  let at = start
  const messageOf = log.message.bind(log)
  try {
    const rows = log.rows(id, at.seq, SLICE)
    for (const row of rows) {
      const next = replayRow(at, row, messageOf)
      if (!next.ok) return { at, isDone: true, difference: next.error }
      at = next.value
      if (isOver()) return { at, isDone: false, difference: null }
    }
    if (rows.length === SLICE) return { at, isDone: false, difference: null }
    return { at, isDone: true, difference: replayEnd(at, log.end(id)) }
  } catch (error) {
    const what = `the history could not be read: ${String(error)}`
    return { at, isDone: true, difference: { seq: at.seq + 1, what, stored: null, derived: null } }
  }
}

/** Verifies the next conversations after `after`, or only `only`, and lets other work run in between. */
export async function verifyHistory(
  log: HistoryLog,
  after: ConversationId | null,
  pacing: Pacing,
  only: ReturnType<HistoryLog['conversations']>[number] | null = null,
): Promise<Omit<CommandOutput<'history.verify'>, 'stale'>> {
  const listed = only === null ? log.conversations(after, PAGE_CONVERSATIONS) : [only]
  const differences: CommandOutput<'history.verify'>['differences'][number][] = []
  let conversations = 0
  let events = 0
  for (const { id, title } of listed) {
    const verified = await verifyConversation(log, id, pacing)
    conversations += 1
    events += verified.events
    if (verified.difference !== null) {
      const { isOfOtherVersion } = verified
      const difference = withShortValues(verified.difference)
      differences.push({ conversationId: id, title, isOfOtherVersion, ...difference })
    }
    if (events >= PAGE_EVENTS) break
    await pacing.pause()
  }
  const isLast = conversations === listed.length && listed.length < PAGE_CONVERSATIONS
  const next = isLast ? null : (listed[conversations - 1]?.id ?? null)
  return { conversations, events, differences, total: only === null ? log.count() : 1, next }
}

function withShortValues({ seq, what, stored, derived }: Difference): Difference {
  return { seq, what: cut(what) ?? '', stored: cut(stored), derived: cut(derived) }
}

function cut(text: string | null): string | null {
  return text === null ? null : shortened(text, MAX_VALUE)
}
