import type { ConversationId } from '../../../../shared/ids.ts'
import { answersIn, type Message } from '../../../../shared/messages/message.ts'
import type { CommandOutput } from '../../../../shared/protocol/commands.ts'
import { addSpend, NO_SPEND, totalSpend } from '../../../../shared/models/price.ts'
import type { HistoryStore } from '../../ports/history-store.ts'
import type { Pacing } from './verify-history.ts'

const TYPES = ['agent', 'summary', 'tool', 'subAgent'] as const
const PAGE = 100
/** Per conversation. Older messages of a longer absence are not counted. */
const MOST_PAGES = 40

/** Returns what these conversations and their ended sub-agents have spent and changed since then (ms since 1970). */
export async function doneSince(
  store: Pick<HistoryStore, 'messagesOf'>,
  { conversationIds, since }: { conversationIds: readonly ConversationId[]; since: number },
  { pause }: Pick<Pacing, 'pause'>,
): Promise<CommandOutput<'spend.since'>> {
  const files = new Set<string>()
  const seen = new Set<ConversationId>()
  const left = [...conversationIds]
  let spend = NO_SPEND
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    let beforeSeq = Number.MAX_SAFE_INTEGER
    for (let page = 0; page < MOST_PAGES; page++) {
      const messages = store.messagesOf(id, TYPES, { beforeSeq, limit: PAGE })
      const recent = messages.filter(({ at }) => at > since)
      spend = addSpend(spend, totalSpend(answersIn(recent)))
      for (const each of recent) note(each, files, left)
      const [oldest] = messages
      if (oldest === undefined || recent.length < PAGE) break
      beforeSeq = oldest.seq
      await pause()
    }
  }
  return { spend, files: files.size }
}

function note({ content }: Message, files: Set<string>, left: ConversationId[]): void {
  if (content.type === 'tool') for (const { path } of content.files) files.add(path)
  if (content.type === 'subAgent') left.push(content.agentId)
}
