import { activeMessages } from '../../../../shared/messages/active-messages.ts'
import type { FileChange } from '../../../../shared/messages/file-change.ts'
import type { AgentId } from '../../../../shared/ids.ts'
import type { PastFile, PastView } from '../../../../shared/protocol/inspector-commands.ts'
import { answersIn, type Message } from '../../../../shared/messages/message.ts'
import { totalSpend } from '../../../../shared/models/price.ts'
import { chain, isChange } from '../undo/edit-chain.ts'
import { mergedByTime } from '../undo/merged-by-time.ts'
import { filesOf } from '../undo/turn-edits.ts'
import type { Replayed } from '../../../core/log/replay.ts'
import { contextUse } from '../../../core/request/context-window.ts'
import { providerOf } from '../../../core/turn/turn.ts'

export interface Then {
  readonly folded: Replayed
  /** All messages until then, oldest first. */
  readonly messages: readonly Message[]
  /** ms since 1970. */
  readonly at: number
  /** Those of each of its sub-agents until then. */
  readonly ofAgents: readonly (readonly Message[])[]
}

/** What agents' tools had changed, undos included. */
export interface PastChanges {
  readonly changes: readonly FileChange[]
  /** Those among them that include changes by something else. */
  readonly broken: ReadonlySet<FileChange>
}

/** Returns the value of the context meter, the spend, and the changes by agents' tools at a place of the log. */
export function pastFacts(then: Then): Pick<PastView, 'use' | 'spend' | 'files'> {
  const { folded, messages, ofAgents } = then
  const own = totalSpend(answersIn(messages))
  return {
    use: useIn(folded, messages),
    spend: { own, subAgents: totalSpend(answersIn(ofAgents.flat())) },
    files: pastChanges(then).changes.map(fileOf),
  }
}

/** A file that is as it was before the first change is omitted. */
export function pastChanges({ messages: own, ofAgents }: Then): PastChanges {
  const messages = mergedByTime([own, ...ofAgents])
  const { broken, changes } = chain(
    messages.map(({ at, content, id }) => {
      return { messageId: id, at, files: filesOf(content), isIntent: false }
    }),
  )
  return { changes: [...changes, ...broken.filter(isChange)], broken: new Set(broken) }
}

/** Null if no session had started. */
function useIn({ context, state }: Replayed, messages: readonly Message[]): PastView['use'] {
  if (context === null) return null
  const provider = 'turn' in state ? providerOf(state.turn) : context.primary
  const { contextTokens } = provider.limits
  return contextUse(activeMessages(messages), contextTokens, context.instructions, provider)
}

/** Returns the sub-agents that had ended, whose histories were complete then, and those that were working. */
export function agentsBy({ folded: { state }, messages }: Pick<Then, 'folded' | 'messages'>): {
  readonly ended: ReadonlySet<AgentId>
  readonly working: readonly AgentId[]
} {
  const ended = new Set(
    messages.flatMap(({ content }) => (content.type === 'subAgent' ? [content.agentId] : [])),
  )
  const children = 'children' in state ? state.children.map(({ agentId }) => agentId) : []
  return { ended, working: children.filter((agentId) => !ended.has(agentId)) }
}

function fileOf({ after, before, path, shown }: FileChange): PastFile {
  const became = before === null ? 'created' : after === null ? 'deleted' : 'changed'
  return { path, shown, became }
}
