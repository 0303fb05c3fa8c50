import type { RequestBlock } from './model-request.ts'
import type { RepairPlan } from './repairs.ts'

const ADDITIONS: ReadonlySet<RequestBlock['type']> = new Set([
  'reasoning',
  'noReasoning',
  'providerItem',
])

/** Drops a reply that contains only additions to text and calls: no server accepts such a message. */
export function unlessBare(blocks: readonly RequestBlock[]): readonly RequestBlock[] {
  return blocks.every(({ type }) => ADDITIONS.has(type)) ? [] : blocks
}

/**
 * Returns the blocks of a reply for a server that requires reasoning with each reply, under one name: the model's
 * reasoning if it is known, otherwise a mark that the adapter turns into text. A signature belongs to the first call of
 * a reply.
 */
export function withReasoningUnder(
  field: RepairPlan['reasoning'],
  blocks: readonly RequestBlock[],
): readonly RequestBlock[] {
  if (field === 'asItCame' || field === 'none') return blocks
  const calls = blocks.filter((block) => block.type === 'toolCall')
  if (field === 'thought_signature') {
    const isUnsigned = calls.length > 0 && calls.every(({ provider }) => provider === undefined)
    return isUnsigned ? [{ type: 'noReasoning', field }, ...blocks] : blocks
  }
  if (blocks.some(({ type }) => type === 'reasoning')) {
    return blocks.map((block) => (block.type === 'reasoning' ? { ...block, field } : block))
  }
  const saysSomething = calls.length > 0 || blocks.some(({ type }) => type === 'text')
  return saysSomething ? [{ type: 'noReasoning', field }, ...blocks] : blocks
}
