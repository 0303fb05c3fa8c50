import { chunk, ofChunks } from './chat-replies.ts'
import {
  answerOf,
  commandOf,
  type Family,
  firstOf,
  ofTurn,
  repliesIn,
  type Replied,
  thoughtOf,
  unlessEqual,
  type Verdict,
} from './family.ts'
import { CLAUDES } from './family-claude.ts'
import { GEMINI_NATIVE } from './family-gemini.ts'
import { SEARCHING } from './family-searching.ts'
import { OPENAI_RESPONSES } from './family-responses.ts'
import type { Json } from './json.ts'
import type { Reply } from './reply.ts'

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

/** A reply with these chunks before its end. */
function stream(deltas: readonly Json[], end: string): Reply {
  return ofChunks([
    chunk({ role: 'assistant', content: null }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, end),
    { choices: [], usage: USAGE },
  ])
}

function callOf(name: string, n: number, id: string, beside: Json = {}): Json {
  const args = JSON.stringify({ command: commandOf(name, n) })
  return { ...beside, index: 0, id, type: 'function', function: { name: 'bash', arguments: args } }
}

function halves(text: string): readonly [string, string] {
  const at = Math.floor(text.length / 2)
  return [text.slice(0, at), text.slice(at)]
}

function refused(status: number, words: string, body: unknown): Verdict {
  return { type: 'refused', status, words, body }
}

interface Traits {
  /** The reasoning before texts and calls. */
  readonly thought: (n: number) => readonly Json[]
  readonly id: (n: number) => string
  readonly beside?: (n: number) => Json
  readonly check: (replies: readonly Replied[], body: Json) => Verdict | null
}

function family(name: string, model: string, traits: Traits): Family {
  const { beside, check, id, thought } = traits
  return {
    name,
    model,
    call: (n) => {
      const call = callOf(name, n, id(n), beside?.(n))
      return stream([...thought(n), { tool_calls: [call] }], 'tool_calls')
    },
    answer: (n) => stream([...thought(n), { content: answerOf(name, n) }], 'stop'),
    check: (body) => check(repliesIn(body, name), body),
  }
}

type ReasoningField = 'reasoning_content' | 'reasoning'

function reasoning(n: number, field: ReasoningField = 'reasoning_content'): readonly Json[] {
  return halves(thoughtOf(n)).map((half) => ({ [field]: half }))
}

/** The family's own replies must come back with their exact reasoning and ids. */
function cameBack(id: (n: number) => string, field: ReasoningField = 'reasoning_content') {
  return ({ calls, message, own }: Replied): Verdict | null => {
    if (own === null) return null
    const ids = calls.map((call) => call['id'])
    return (
      unlessEqual(field, message[field], thoughtOf(own)) ??
      unlessEqual('id', ids, calls.length === 0 ? [] : [id(own)])
    )
  }
}

const plainId = (n: number): string => `call_00_x${n}`
const isBlank = (value: unknown): boolean => typeof value !== 'string' || value === ''

/** V4 requires it in every reply, and treats an empty one as missing (opencode #16318, hermes-agent #16021, #17341). */
const deepSeek = family('deepseek', 'deepseek-v4-pro', {
  thought: reasoning,
  id: plainId,
  check: (replies) => {
    const words = 'The `reasoning_content` in the thinking mode must be passed back to the API.'
    const error = { message: words, type: 'invalid_request_error', param: null }
    return replies.some(({ message }) => isBlank(message['reasoning_content']))
      ? refused(400, words, { error: { ...error, code: 'invalid_request_error' } })
      : firstOf(replies, cameBack(plainId))
  },
})

/** Numbers far apart: the real model continues from those it sees, this fake does not. */
const kimiId = (n: number): string => `functions.bash:${n * 10}`

/**
 * Replies with calls need reasoning (deer-flow #3043, continue #11711). K2 reads the tool's name from the ids; with
 * other forms it imitates them and loses calls (sglang #25362, kimchi #1066).
 */
const kimi = family('kimi', 'kimi-k2.6', {
  thought: reasoning,
  id: kimiId,
  check: (replies) => {
    const calling = replies.filter(({ calls }) => calls.length > 0)
    const bare = calling.find(({ message }) => isBlank(message['reasoning_content']))
    if (bare !== undefined) {
      const words = `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${bare.index}`
      return refused(400, 'thinking is enabled', {
        error: { message: words, type: 'invalid_request_error' },
      })
    }
    const ids = calling.flatMap(({ calls }) => calls.map((call) => String(call['id'])))
    const odd = ids.find((id) => !/^functions\.\w+:\d+$/.test(id))
    return odd === undefined
      ? firstOf(replies, cameBack(kimiId))
      : { type: 'changed', what: `an id that Kimi cannot read: ${odd}` }
  },
})

const signature = (n: number): Json => ({
  extra_content: { google: { thought_signature: `EjQKMgEMOdbH/${n}+ab==` } },
})
const geminiId = (n: number): string => `jm4owj${n}`
/** The documented value for calls that Gemini did not make. */
const UNSIGNED = 'skip_thought_signature_validator'

/** The first call of each step of the turn must be signed (Roo-Code #9499, aiproxy #450). Its errors come in a list. */
const gemini = family('gemini', 'gemini-3.6-flash', {
  thought: () => [],
  id: geminiId,
  beside: signature,
  check: (replies, body) => {
    const steps = ofTurn(body, replies).filter(({ calls }) => calls.length > 0)
    if (steps.some(({ calls }) => isBlank(signatureOf(calls[0])))) {
      const words =
        'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call `default_api:bash` , position 2.'
      return refused(400, 'thought_signature', [
        { error: { code: 400, message: words, status: 'INVALID_ARGUMENT' } },
      ])
    }
    return firstOf(replies, ({ calls, own }) => {
      if (calls.length === 0) return null
      if (own === null) {
        const sent = signatureOf(calls[0])
        return sent === undefined ? null : unlessEqual('a signature', sent, UNSIGNED)
      }
      const beside = { extra_content: calls[0]?.['extra_content'] }
      return unlessEqual('extra_content', beside, signature(own))
    })
  },
})

function signatureOf(call: Json | undefined): unknown {
  const extra = call?.['extra_content'] as { google?: { thought_signature?: unknown } } | undefined
  return extra?.google?.thought_signature
}

/** Does not refuse requests without it, but loses quality and cache (its page on thinking mode). */
const glm = family('glm', 'glm-5.2', {
  thought: reasoning,
  id: (n) => `chatcmpl-tool-${n}`,
  check: (replies) =>
    firstOf(
      replies,
      cameBack((n) => `chatcmpl-tool-${n}`),
    ),
})

const vllmId = (n: number): string => `chatcmpl-tool-${n.toString(16).padStart(32, '0')}`

/**
 * vLLM calls it `reasoning` in both directions, and silently drops `reasoning_content` from a request: the model then
 * continues without its earlier reasoning (vllm #27755, #38488).
 */
const vllm = family('vllm', 'openai/gpt-oss-120b', {
  thought: (n) => reasoning(n, 'reasoning'),
  id: vllmId,
  check: (replies) => firstOf(replies, cameBack(vllmId, 'reasoning')),
})

const MISTRAL_FIELDS: ReadonlySet<string> = new Set(['role', 'content', 'tool_calls', 'prefix'])
const mistralId = (n: number): string => `Mi${String(n).padStart(7, '0')}`

/**
 * A closed schema (crush #1590), and ids of nine letters and digits (opencode #1680, ironclaw #1241). Its thinking
 * comes in parts.
 */
const mistral = family('mistral', 'mistral-medium-3.5', {
  thought: (n) =>
    halves(thoughtOf(n)).map((half) => ({
      content: [{ type: 'thinking', thinking: [{ type: 'text', text: half }] }],
    })),
  id: mistralId,
  check: (replies) => {
    const unknown = replies.flatMap(({ index, message }) =>
      Object.keys(message).flatMap((field) =>
        MISTRAL_FIELDS.has(field) ? [] : [['body', 'messages', index, 'assistant', field]],
      ),
    )
    if (unknown.length > 0) {
      const msg = 'Extra inputs are not permitted'
      const detail = unknown.map((loc) => ({ type: 'extra_forbidden', loc, msg, input: '' }))
      return refused(422, 'extra_forbidden', { detail })
    }
    const ids = replies.flatMap(({ calls }) => calls.map((call) => String(call['id'])))
    const odd = ids.find((id) => !/^[a-zA-Z0-9]{9}$/.test(id))
    if (odd !== undefined) {
      const message = `Tool call id was ${odd} but must be a-z, A-Z, 0-9, with a length of 9.`
      const error = { object: 'error', message, type: 'invalid_function_call', param: null }
      return refused(400, 'Tool call id', { ...error, code: '3280', raw_status_code: 400 })
    }
    return firstOf(replies, ({ message, own }) => {
      if (own === null) return null
      const [first] = Array.isArray(message['content']) ? message['content'] : []
      const text = thoughtOf(own)
      return unlessEqual('thinking', first, {
        type: 'thinking',
        thinking: [{ type: 'text', text }],
      })
    })
  },
})

const CLAUDE = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 }
const signed = (n: number): string => `Et8BCmUIDxgC${n}==`

/**
 * Claude through OpenRouter: one entry of `reasoning_details` per block, whole and signed; split entries are refused
 * (agno #8794, software-agent-sdk #1500). The upstream server's message is in `metadata.raw`.
 */
const openRouter = family('openrouter', 'anthropic/claude-sonnet-5', {
  thought: (n) => [
    ...halves(thoughtOf(n)).map((text) => ({
      reasoning: text,
      reasoning_details: [{ ...CLAUDE, text }],
    })),
    { reasoning_details: [{ ...CLAUDE, signature: signed(n) }] },
  ],
  id: (n) => `toolu_${n}`,
  check: (replies) =>
    firstOf(replies, ({ message, own }) => {
      const details = message['reasoning_details']
      if (own === null) {
        return details === undefined ? null : { type: 'changed', what: 'reasoning of another' }
      }
      const said = [{ ...CLAUDE, text: thoughtOf(own), signature: signed(own) }]
      const verdict = unlessEqual('reasoning_details', details, said)
      if (verdict === null || !Array.isArray(details)) return verdict
      const message400 = 'messages.1.content.0: Invalid `signature` in `thinking` block'
      const behind = {
        type: 'error',
        error: { type: 'invalid_request_error', message: message400 },
      }
      const metadata = { raw: JSON.stringify(behind), provider_name: 'Anthropic' }
      return refused(400, 'Invalid signature', {
        error: { message: 'Provider returned error', code: 400, metadata },
      })
    }),
})

export const FAMILIES = {
  deepSeek,
  kimi,
  gemini,
  glm,
  vllm,
  mistral,
  openRouter,
  openai: OPENAI_RESPONSES,
  geminiNative: GEMINI_NATIVE,
  ...CLAUDES,
  ...SEARCHING,
} as const
