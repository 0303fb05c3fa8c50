import type { ConversationId } from '../../../shared/ids.ts'
import { type Spend, totalSpend } from '../../../shared/price.ts'
import type { Store } from '../ports.ts'
import type { Kept } from './memory-log.ts'

/** What the conversations of a store in memory have used. */
export function spendIn(kept: ReadonlyMap<ConversationId, Kept>): Store['spend'] {
  const spendOn = (isMeant: (id: ConversationId, each: Kept) => boolean): Spend => {
    const meant = [...kept].filter(([id, each]) => isMeant(id, each))
    const contents = meant.flatMap(([, { messages }]) => messages.map(({ content }) => content))
    return totalSpend(
      contents.filter((content) => content.type === 'agent' || content.type === 'summary'),
    )
  }
  return (wanted) => ({
    own: spendOn((id) => id === wanted),
    subAgents: spendOn((_, { parent }) => parent?.conversationId === wanted),
  })
}
