import { isDeepStrictEqual } from 'node:util'
import { chunkFrame, ofFrames } from './aws-frames.ts'
import { answerOf, commandOf, type Family, firstOf, thoughtOf, type Verdict } from './family.ts'
import { isJson, type Json } from './json.ts'
import { type Part, text, thinking } from './parts.ts'
import { message, messageEvents } from './replies.ts'
import type { Reply } from './reply.ts'

/** A service that offers Claude, and the prefix of its call ids. */
interface Place {
  readonly name: string
  readonly model: string
  readonly speaks: NonNullable<Family['speaks']>
  readonly idHead: string
  readonly say: (parts: readonly Part[]) => Reply
}

function claude({ idHead, model, name, say, speaks }: Place): Family {
  const thoughts = thoughtsOf(name)
  const bound = new Map<number, string>()
  return {
    name,
    model,
    speaks,
    call: (n) => {
      const input = { command: commandOf(name, n) }
      return say([thoughts(n), { type: 'toolCall', id: `${idHead}${n}`, name: 'bash', input }])
    },
    answer: (n) => say([thoughts(n), text(answerOf(name, n))]),
    check: (body) => {
      const own = repliesIn(body, name)
      if (own.every(({ n }) => n === null)) bound.clear()
      return firstOf(own, (reply) => cameBack(reply, name) ?? staysBound(reply, bound))
    },
  }
}

/** Every third thought is redacted. */
function thoughtsOf(name: string): (n: number) => Part {
  return (n) =>
    n % 3 === 2
      ? { type: 'redactedThinking', data: `${name}Em${n}+/==` }
      : thinking(thoughtOf(n), `${name}Et${n}+/==`, 2)
}

function thoughtBlock(name: string, n: number): Json {
  return n % 3 === 2
    ? { type: 'redacted_thinking', data: `${name}Em${n}+/==` }
    : { type: 'thinking', thinking: thoughtOf(n), signature: `${name}Et${n}+/==` }
}

interface Replied {
  readonly blocks: readonly Json[]
  /** Its number among this family's replies; null: another family made it. */
  readonly n: number | null
  /** Everything before it, without cache markers. */
  readonly before: string
}

function repliesIn({ messages, system, tools }: Json, name: string): readonly Replied[] {
  const all = Array.isArray(messages) ? messages.filter(isJson) : []
  let before = withoutMarks([system, tools])
  return all.flatMap((each): readonly Replied[] => {
    const mine = { before, blocks: Array.isArray(each['content']) ? each['content'] : [] }
    before += withoutMarks(each)
    if (each['role'] !== 'assistant') return []
    const [, digits] = new RegExp(`(?:echo|says) ${name} (\\d+)`).exec(JSON.stringify(each)) ?? []
    return [{ ...mine, n: digits === undefined ? null : Number(digits) }]
  })
}

function withoutMarks(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => (key === 'cache_control' ? undefined : each))
}

/**
 * Thinking comes back unchanged, before the output that it led to, and is only sent to its own model (Anthropic's page
 * on extended thinking).
 */
function cameBack({ blocks, n }: Replied, name: string): Verdict | null {
  const thoughts = blocks.filter(({ type }) => String(type).endsWith('thinking'))
  const said = n === null ? [] : [thoughtBlock(name, n)]
  if (isDeepStrictEqual(thoughts, said) && (n === null || thoughts[0] === blocks[0])) return null
  return { type: 'changed', what: `thinking: ${JSON.stringify(blocks)}` }
}

/** Thinking is bound to the system prompt, tools and messages before it (pydantic-ai #7984, zed #63571). */
function staysBound({ before, n }: Replied, bound: Map<number, string>): Verdict | null {
  if (n === null) return null
  const was = bound.get(n) ?? before
  bound.set(n, was)
  return was === before ? null : { type: 'changed', what: `what stood before reply ${n}` }
}

/** Claude at Anthropic's own API and in the clouds: the same rules, with different streams, URLs and signatures. */
export const CLAUDES = {
  anthropic: claude({
    name: 'claude',
    model: 'claude-opus-5-5',
    speaks: 'messages',
    idHead: 'toolu_01A',
    say: (parts) => message(parts),
  }),
  bedrock: claude({
    name: 'bedrock',
    model: 'global.anthropic.claude-sonnet-5-5',
    speaks: 'bedrock',
    idHead: 'toolu_bdrk_01',
    say: (parts) => ofFrames(messageEvents(parts).map(({ data }) => chunkFrame(data))),
  }),
  vertex: claude({
    name: 'vertex',
    model: 'claude-opus-5-5',
    speaks: 'vertex',
    idHead: 'toolu_vrtx_01',
    say: (parts) => message(parts),
  }),
} as const
