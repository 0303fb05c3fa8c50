import { appError } from '../../../shared/app-error.ts'
import { MESSAGE_PAGE } from '../../../shared/conversation.ts'
import {
  type inspectorCommands,
  LOG_PAGE,
  type LogRowView,
} from '../../../shared/inspector-commands.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { Difference, LoggedRow } from '../../core/log/replay.ts'
import { viewOf } from '../../core/view/view-of.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './command-handlers.ts'
import { newestOnly } from './newest-only.ts'
import { pastFacts } from './past-facts.ts'
import { PastStates } from './past-states.ts'
import type { Pacing } from './verify-history.ts'

/** What happened in a conversation, and how it was then. */
export function inspectorHandlers(
  { history, store }: Pick<HandlerPorts, 'history' | 'store'>,
  { find }: Pick<ConversationAccess, 'find'>,
  pacing: Pacing,
): HandlersOf<keyof typeof inspectorCommands> {
  const past = new PastStates(history, pacing)
  const begin = newestOnly()
  return {
    'log.rows': ({ conversationId, afterSeq }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      return ok({ rows: history.rows(conversationId, afterSeq, LOG_PAGE).map(rowView) })
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
      const said = found.value.record.history().slice(0, count)
      const facts = pastFacts({
        folded: folded.value,
        messages: said,
        at,
        history: (id) => store.history(id),
      })
      const hasEarlier = (messages[0]?.seq ?? 1) > 1
      return ok({ seq, at, ...viewOf(state), messages, hasEarlier, ...facts })
    },
  }
}

const SUPERSEDED = appError('stopped', 'A newer request replaced this one.')

function notReplayed({ seq, what }: Difference): ReturnType<typeof appError> {
  return appError(
    'internal',
    `The log does not match what is stored: at event ${seq}, ${what}. What is stored is not changed.`,
  )
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
