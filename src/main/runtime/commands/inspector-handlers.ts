import { appError } from '../../../shared/app-error.ts'
import { MESSAGE_PAGE } from '../../../shared/conversation/conversation.ts'
import {
  type inspectorCommands,
  LOG_PAGE,
  type LogRowView,
} from '../../../shared/protocol/inspector-commands.ts'
import type { ConversationId, TurnId } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { Difference, LoggedRow } from '../../core/log/replay.ts'
import { viewOf } from '../../core/view/view-of.ts'
import { spendIn } from '../conversation/record/spend-in.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'
import { nextRequestContents } from '../registry/measure.ts'
import { newestOnly } from './session/newest-only.ts'
import { pastFacts } from './history/past-facts.ts'
import { PastStates, type Visit } from './history/past-states.ts'
import { kindOf, Timeline } from './history/timeline.ts'
import type { Pacing } from './history/verify-history.ts'

/** Commands that show the log of a conversation and its earlier states. */
export function inspectorHandlers(
  ports: Pick<HandlerPorts, 'blobs' | 'history' | 'store' | 'tools'>,
  { find }: Pick<ConversationAccess, 'find'>,
  pacing: Pacing,
): HandlersOf<
  keyof typeof inspectorCommands | 'agents.spend' | 'conversation.told' | 'turn.timeline'
> {
  const { history, store } = ports
  const past = new PastStates(history, pacing)
  const begin = newestOnly()
  const turns = new PastStates(history, pacing)
  return {
    'log.rows': ({ conversationId, afterSeq }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const rows = history.rows(conversationId, afterSeq, LOG_PAGE)
      return ok({ rows: withMissing(rows, afterSeq, found.value.record.seq) })
    },

    'log.past': async ({ conversationId, seq }, client) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const folded = await past.at(conversationId, seq, begin(client))
      if (folded === null) return failed(SUPERSEDED)
      if (!folded.ok) return failed(notReplayed(folded.error))
      const { state, messages: count } = folded.value
      const page = { beforeSeq: count + 1, limit: MESSAGE_PAGE }
      const messages = store.messages(conversationId, page)
      const at = history.rows(conversationId, seq - 1, 1)[0]?.at ?? 0
      const earlier = found.value.record.history().filter((message) => message.seq <= count)
      const facts = pastFacts({
        folded: folded.value,
        messages: earlier,
        at,
        history: (id) => store.history(id),
      })
      const hasEarlier = (messages[0]?.seq ?? 1) > 1
      return ok({ seq, at, ...viewOf(state), messages, hasEarlier, ...facts })
    },

    'conversation.told': ({ conversationId }) => {
      const found = find(conversationId)
      return found.ok ? ok(nextRequestContents(found.value, ports)) : found
    },

    'turn.timeline': async ({ conversationId, turnId }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const place = placeOfTurn(history, conversationId, turnId)
      if (place === null) return ok({ spans: [] })
      const timeline = new Timeline()
      const each: Visit['each'] = ({ state }, { at }) =>
        timeline.note(kindOf(viewOf(state).state), at)
      const { signal } = new AbortController()
      const walked = await turns.at(conversationId, place.to, signal, { from: place.from, each })
      if (walked?.ok === false) return failed(notReplayed(walked.error))
      return ok({ spans: timeline.all() })
    },

    'agents.spend': ({ agentIds }) =>
      ok({ spends: agentIds.map((agentId) => ({ agentId, spend: spendIn(store, agentId) })) }),
  }
}

/**
 * Returns the first and last row of a turn; for a running turn, up to the newest row. Null if the log does not contain
 * it.
 */
function placeOfTurn(
  history: HandlerPorts['history'],
  id: ConversationId,
  turnId: TurnId,
): { readonly from: number; readonly to: number } | null {
  let from: number | null = null
  let last = 0
  for (let rows = history.rows(id, 0, LOG_PAGE); rows.length > 0;) {
    for (const { body, kind, seq } of rows) {
      last = seq
      if (kind !== 'lifecycle' || fieldOf(body, 'turnId') !== turnId) continue
      const type = typeIn(body)
      if (type === 'turnStarted') from = seq
      else if (from !== null && TURN_ENDS.includes(type)) return { from, to: seq }
    }
    rows = history.rows(id, last, LOG_PAGE)
  }
  return from === null ? null : { from, to: last }
}

const TURN_ENDS = ['turnCompleted', 'turnInterrupted', 'turnFailed']

const SUPERSEDED = appError('stopped', 'A newer request replaced this one.')

function notReplayed({ seq, what }: Difference): ReturnType<typeof appError> {
  return appError(
    'internal',
    `The log does not match what is stored: at event ${seq}, ${what}. What is stored is not changed.`,
  )
}

/** Returns a page with a placeholder for each missing row, so every place has an answer. */
function withMissing(
  rows: readonly LoggedRow[],
  afterSeq: number,
  lastSeq: number,
): readonly LogRowView[] {
  const found = new Map(rows.map((row) => [row.seq, row]))
  const count = Math.max(0, Math.min(LOG_PAGE, Math.max(lastSeq, rows.at(-1)?.seq ?? 0) - afterSeq))
  let at = rows[0]?.at ?? 0
  return Array.from({ length: count }, (_, index) => afterSeq + index + 1).map((seq) => {
    const row = found.get(seq)
    at = row?.at ?? at
    return row === undefined ? { seq, at, kind: 'missing', type: 'missing' } : rowView(row)
  })
}

function rowView({ at, body, kind, seq }: LoggedRow): LogRowView {
  return { seq, at, kind, type: typeIn(kind === 'input' ? fieldOf(body, 'input') : body) }
}

function typeIn(body: unknown): string {
  const type = fieldOf(body, 'type')
  return typeof type === 'string' ? type : 'unreadable'
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
