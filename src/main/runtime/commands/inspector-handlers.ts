import { appError, type AppError } from '../../../shared/app-error.ts'
import { MESSAGE_PAGE } from '../../../shared/conversation/conversation.ts'
import {
  type inspectorCommands,
  LOG_PAGE,
  type LogRowView,
} from '../../../shared/protocol/inspector-commands.ts'
import type { ConversationId, TurnId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { Difference, LoggedRow } from '../../core/log/replay.ts'
import { viewOf } from '../../core/view/view-of.ts'
import { spendIn } from '../conversation/record/spend-in.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'
import { nextRequestContents } from '../registry/next-request.ts'
import { readHistory } from '../conversation/record/read-history.ts'
import { newestOnly } from './session/newest-only.ts'
import { agentsBy, pastChanges, pastFacts, type Then } from './history/past-facts.ts'
import { PastStates, type Visit } from './history/past-states.ts'
import { doneSince } from './history/since.ts'
import { kindOf, Timeline } from './history/timeline.ts'
import { withBetween } from './undo/edit-chain.ts'
import type { Pacing } from './history/verify-history.ts'

/** Commands that show the log of a conversation and its earlier states. */
export function inspectorHandlers(
  ports: Pick<HandlerPorts, 'blobs' | 'history' | 'review' | 'store' | 'timers' | 'tools'>,
  { find }: Pick<ConversationAccess, 'find'>,
  pacing: Pacing,
): HandlersOf<
  | keyof typeof inspectorCommands
  | 'agents.spend'
  | 'spend.since'
  | 'conversation.requestContents'
  | 'turn.timeline'
> {
  const { history, review, store } = ports
  const past = new PastStates(history, pacing)
  const begin = newestOnly()
  const reading = newestOnly()
  const turns = new PastStates(history, pacing)

  async function thenAt(
    id: ConversationId,
    seq: number,
    signal: AbortSignal,
  ): Promise<Result<Then & { readonly folder: string }, AppError>> {
    const found = find(id)
    if (!found.ok) return found
    const folded = await past.at(id, seq, signal)
    if (folded === null) return failed(SUPERSEDED)
    if (!folded.ok) return failed(notReplayed(folded.error))
    const at = history.rows(id, seq - 1, 1)[0]?.at ?? 0
    const messages = await readHistory(ports, id, folded.value.messages + 1)
    const ofAgents: (readonly Message[])[] = []
    const { ended, working } = agentsBy({ folded: folded.value, messages })
    for (const agentId of ended) ofAgents.push(await readHistory(ports, agentId))
    for (const agentId of working)
      ofAgents.push((await readHistory(ports, agentId)).filter((message) => message.at <= at))
    if (signal.aborted) return failed(SUPERSEDED)
    const { folder } = found.value.record.stored
    return ok({ folder, folded: folded.value, messages, ofAgents, at })
  }

  return {
    'log.rows': ({ conversationId, afterSeq }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const rows = history.rows(conversationId, afterSeq, LOG_PAGE)
      return ok({ rows: withMissing(rows, afterSeq, found.value.record.seq) })
    },

    'log.past': async ({ conversationId, seq }, client) => {
      reading(client)
      const then = await thenAt(conversationId, seq, begin(client))
      if (!then.ok) return then
      const { at, folded } = then.value
      const page = { beforeSeq: folded.messages + 1, limit: MESSAGE_PAGE }
      const messages = store.messages(conversationId, page)
      const hasEarlier = (messages[0]?.seq ?? 1) > 1
      const facts = pastFacts(then.value)
      return ok({ seq, at, ...viewOf(folded.state), messages, hasEarlier, ...facts })
    },

    'log.pastFile': async ({ conversationId, path, seq }, client) => {
      const signal = reading(client)
      const then = await thenAt(conversationId, seq, signal)
      if (!then.ok) return then
      const { broken, changes } = pastChanges(then.value)
      const change = changes.find((each) => each.path === path)
      if (change === undefined) return failed(NOT_CHANGED)
      const file = await review.past(then.value.folder, change)
      if (signal.aborted) return failed(SUPERSEDED)
      return ok(broken.has(change) ? withBetween(file) : file)
    },

    'conversation.requestContents': async ({ conversationId }) => {
      const found = find(conversationId)
      return found.ok ? ok(await nextRequestContents(found.value, ports)) : found
    },

    'turn.timeline': async ({ conversationId, turnId }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const place = await placeOfTurn(history, conversationId, turnId, pacing)
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

    'spend.since': async (asked) => ok(await doneSince(store, asked, pacing)),
  }
}

/**
 * Returns the first and last row of a turn; for a running turn, up to the newest row. Null if the log does not contain
 * it.
 */
async function placeOfTurn(
  history: HandlerPorts['history'],
  id: ConversationId,
  turnId: TurnId,
  { pause }: Pacing,
): Promise<{ readonly from: number; readonly to: number } | null> {
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
    await pause()
    rows = history.rows(id, last, LOG_PAGE)
  }
  return from === null ? null : { from, to: last }
}

const TURN_ENDS = ['turnCompleted', 'turnInterrupted', 'turnFailed']

const NOT_CHANGED = appError('notFound', 'At this event, no tool had changed this file.')
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
