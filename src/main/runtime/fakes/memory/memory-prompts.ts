import type { ConversationId } from '../../../../shared/ids.ts'
import type { PromptPlace } from '../../../../shared/protocol/prompt-commands.ts'
import type { SentPromptsPage } from '../../ports/history-store.ts'
import type { StoredRecord } from './memory-log.ts'

/** Returns what people sent in this folder before a place, like the real store. */
export function sentPromptsIn(
  kept: ReadonlyMap<ConversationId, StoredRecord>,
  folder: string,
  before: PromptPlace | null,
  most: { readonly prompts: number; readonly characters: number },
): SentPromptsPage {
  const sent = [...kept]
    .filter(([, each]) => each.parent === null && each.folder === folder)
    .flatMap(([conversationId, { messages }]) =>
      messages.flatMap(({ at, seq, content }) =>
        content.type === 'user' && content.author === 'person'
          ? [{ place: { at, conversationId, seq }, text: content.text }]
          : [],
      ),
    )
    .toSorted((one, other) => compared(other.place, one.place))
    .filter(({ place }) => before === null || compared(place, before) < 0)
  let length = 0
  const end = sent.findIndex(({ text }, index) => {
    length += text.length
    return index + 1 === most.prompts || length > most.characters
  })
  const page = end < 0 ? sent : sent.slice(0, end + 1)
  const prompts = page.map(({ place: { conversationId }, text }) => ({ conversationId, text }))
  return { prompts, next: end < 0 ? null : (page.at(-1)?.place ?? null) }
}

function compared(one: PromptPlace, other: PromptPlace): number {
  if (one.at !== other.at) return one.at - other.at
  if (one.conversationId !== other.conversationId) {
    return one.conversationId < other.conversationId ? -1 : 1
  }
  return one.seq - other.seq
}
