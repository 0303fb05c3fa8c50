import type { RequestMessage } from '../../core/request/model-request.ts'
import { portableName } from '../model-api/call-parts.ts'

/** What the id of a call, or of the call of a result, is in this request. */
export type IdOf = (block: { readonly id: string }) => string

/** The family whose template writes the id of a call in the place of its name. */
const READS_IDS = /\bkimi[-_]?k2/i
const OWN_ID = /^functions\.[^:]+:\d+$/
/** What stands there after a server has refused ids as they came (core/request/call-ids.ts). */
const RENAMED_ID = /^call\d{5,}$/

/**
 * Ids go out as the request has them. Kimi K2 alone is shown the calls of other models under ids as it writes them itself: it
 * reads the name of the tool out of them, imitates other shapes, and falls silent (getkimchi/kimchi #1066, sglang #25362).
 */
export function callIdsFor(model: string, messages: readonly RequestMessage[]): IdOf {
  if (!READS_IDS.test(model)) return ({ id }) => id
  const ids = new Map<string, string>()
  const used = new Set<string>()
  for (const { blocks } of messages) {
    for (const block of blocks) {
      if (block.type !== 'toolCall') continue
      const { id, name } = block
      const isKept = (OWN_ID.test(id) || RENAMED_ID.test(id)) && !used.has(id)
      const written = isKept ? id : freeId(portableName(name), ids.size, used)
      ids.set(id, written)
      used.add(written)
    }
  }
  return ({ id }) => ids.get(id) ?? id
}

function freeId(name: string, from: number, used: ReadonlySet<string>): string {
  let n = from
  while (used.has(`functions.${name}:${n}`)) n++
  return `functions.${name}:${n}`
}
