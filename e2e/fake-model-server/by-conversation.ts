import type { Json } from './json.ts'
import type { Reply } from './reply.ts'

/**
 * A script for several conversations at once, which send requests in any order: each is recognised by words in its
 * first message, and has its own replies, in order. When none is left, the server reports it.
 */
export function byConversation(
  scripts: Readonly<Record<string, readonly Reply[]>>,
): (body: Json) => Reply | null {
  const left = Object.entries(scripts).map(([words, replies]) => ({ words, replies: [...replies] }))
  return (body) => {
    const first: unknown = Array.isArray(body['messages']) ? body['messages'][0] : null
    const said = JSON.stringify(first)
    return left.find(({ words }) => said.includes(words))?.replies.shift() ?? null
  }
}
