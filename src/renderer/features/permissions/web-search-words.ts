import type { ConversationView } from '../../../client/conversation/conversation-view.ts'

type Allowed = Pick<ConversationView, 'searchesWeb' | 'webSearch'>

/** The effect of the switch, or why there is nothing to switch. */
export function noteOnWebSearch({ searchesWeb }: Allowed): string {
  if (!searchesWeb) return NONE
  return 'The model may search and read the web through its provider, from its next request on. Searches can cost extra.'
}

/** The sentence next to the permissions. */
export function sentenceOfWebSearch({ searchesWeb, webSearch }: Allowed): string {
  if (!searchesWeb) return NONE
  return webSearch
    ? 'The model may search and read the web through its provider without asking. Its searches go to the provider and from there to a search engine.'
    : 'Web search by the provider is off. Allow it in the menu on the right.'
}

const NONE = 'This model’s provider has no web search that Phoenix can use.'
