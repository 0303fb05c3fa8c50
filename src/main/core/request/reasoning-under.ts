import type { RequestBlock } from './model-request.ts'
import type { RepairPlan } from './repairs.ts'

const BESIDE: ReadonlySet<RequestBlock['type']> = new Set([
  'reasoning',
  'noReasoning',
  'providerItem',
])

/** A reply that holds nothing but what stands beside words and calls is none: no server takes a message of it. */
export function unlessBare(blocks: readonly RequestBlock[]): readonly RequestBlock[] {
  return blocks.every(({ type }) => BESIDE.has(type)) ? [] : blocks
}

/**
 * The blocks of a reply as a server takes them that wants reasoning with each, under one name: what the model thought where
 * it is known, else a mark for the adapter to put into words. A signature belongs to the first of the calls of a reply.
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
