import { activeMessages } from '../../../../shared/messages/active-messages.ts'
import type { FileChange } from '../../../../shared/messages/file-change.ts'
import type { AgentId, ConversationId } from '../../../../shared/ids.ts'
import type { PastFile, PastView } from '../../../../shared/protocol/inspector-commands.ts'
import { answersIn, type Message } from '../../../../shared/messages/message.ts'
import { totalSpend } from '../../../../shared/models/price.ts'
import type { Replayed } from '../../../core/log/replay.ts'
import { contextUse } from '../../../core/request/context-window.ts'
import { providerOf } from '../../../core/turn/turn.ts'

interface Then {
  readonly folded: Replayed
  /** All messages until then, oldest first. */
  readonly messages: readonly Message[]
  /** ms since 1970. */
  readonly at: number
  history(id: ConversationId): readonly Message[]
}

/** Returns the value of the context meter, the spend, and the changes by agents' tools at a place of the log. */
export function pastFacts(then: Then): Pick<PastView, 'use' | 'spend' | 'files'> {
  const { folded, messages } = then
  const agents = agentsBy(then)
  const theirs = agents.flatMap((id) => then.history(id).filter(({ at }) => at <= then.at))
  const own = totalSpend(answersIn(messages))
  return {
    use: useIn(folded, messages),
    spend: { own, subAgents: totalSpend(answersIn(theirs)) },
    files: filesAfter([...messages, ...theirs].toSorted((one, other) => one.at - other.at)),
  }
}

/** Null if no session had started. */
function useIn({ context, state }: Replayed, messages: readonly Message[]): PastView['use'] {
  if (context === null) return null
  const provider = 'turn' in state ? providerOf(state.turn) : context.primary
  const { contextTokens } = provider.limits
  return contextUse(activeMessages(messages), contextTokens, context.instructions, provider)
}

/** Returns the sub-agents that had submitted a result, and those that were working. */
function agentsBy({ folded: { state }, messages }: Then): readonly AgentId[] {
  const ended = messages.flatMap(({ content }) =>
    content.type === 'subAgent' ? [content.agentId] : [],
  )
  const working = 'children' in state ? state.children.map(({ agentId }) => agentId) : []
  return [...new Set([...ended, ...working])]
}

/** Combines edits and undos, in order. A file that is as it was before the first of them is omitted. */
function filesAfter(messages: readonly Message[]): readonly PastFile[] {
  const files = new Map<string, FileChange>()
  for (const { content } of messages) {
    if (content.type !== 'tool' && content.type !== 'undo') continue
    for (const change of content.files) {
      const first = files.get(change.path)
      files.set(change.path, first === undefined ? change : { ...change, before: first.before })
    }
  }
  return [...files.values()].flatMap((change): readonly PastFile[] => {
    const { after, before, shown } = change
    if (isSame(change)) return []
    return [{ shown, became: before === null ? 'created' : after === null ? 'deleted' : 'changed' }]
  })
}

function isSame({ after, before }: FileChange): boolean {
  if (after === null || before === null) return after === before
  return after.blob === before.blob && after.mode === before.mode
}
