import type { ConversationView } from '../../state/conversation-view.ts'

type Allowed = Pick<ConversationView, 'searchesWeb' | 'webSearch'>

/** What the switch does, or why there is nothing to switch. */
export function noteOnWebSearch({ searchesWeb }: Allowed): string {
  if (!searchesWeb) return NONE
  return 'The model may search and read the web at its provider, from its next request on. Searches can cost extra.'
}

/** What stands with the permissions. */
export function sentenceOfWebSearch({ searchesWeb, webSearch }: Allowed): string {
  if (!searchesWeb) return NONE
  return webSearch
    ? 'The model may search and read the web at its provider without asking: what it looks for is sent there and on to a search engine.'
    : 'Web search by the provider is off. The menu at the right allows it.'
}

const NONE = 'This model has no web search of its provider that Phoenix can use.'
