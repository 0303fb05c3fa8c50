import type { RequestMessage } from '../../core/request/model-request.ts'
import { portableName } from '../model-api/call-parts.ts'

/** The id of a call, or of a result's call, in this request. */
export type IdOf = (block: { readonly id: string }) => string

/** The models whose template uses the id of a call as its name. */
const READS_IDS = /\bkimi[-_]?k2/i
const OWN_ID = /^functions\.[^:]+:\d+$/
/** The form of ids after a server has refused the original ones (core/request/call-ids.ts). */
const RENAMED_ID = /^call\d{5,}$/

/**
 * Sends ids as the request has them, except to Kimi K2, which gets other models' calls under ids in its own form: it reads
 * the tool's name from them, imitates other forms, and then returns nothing (getkimchi/kimchi #1066, sglang #25362).
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
