import { isDeepStrictEqual } from 'node:util'
import { isJson, type Json } from './json.ts'
import type { Reply } from './reply.ts'

/** `changed`: an earlier reply did not come back unchanged. No server reports that, but it harms the model's work. */
export type Verdict =
  | {
      readonly type: 'refused'
      readonly words: string
      readonly status: number
      readonly body: unknown
    }
  | { readonly type: 'changed'; readonly what: string }

/**
 * A family of servers that speak chat completions, or an API of their own, with their own requirements on what is sent
 * back.
 */
export interface Family {
  readonly name: string
  /** Default: chat completions. */
  readonly speaks?: 'responses' | 'gemini' | 'messages' | 'bedrock' | 'vertex'
  readonly model: string
  /** Set if it searches the web when allowed. */
  readonly searches?: true
  /** Its nth reply: a call of bash. */
  call(n: number): Reply
  /** Its nth reply: a text. */
  answer(n: number): Reply
  check(body: Json): Verdict | null
}

/** The command of a family's nth call, by which its messages are recognised. */
export function commandOf(name: string, n: number): string {
  return `echo ${name} ${n}`
}

export function answerOf(name: string, n: number): string {
  return `Done, says ${name} ${n}.`
}

/** Its thinking: characters that are easily lost in transit. */
export function thoughtOf(n: number): string {
  return `Step ${n}:  "quoted" \\ back\tslash\n\n  👋🏽 grüße \u2028\u00a0 </think> `
}

/** An assistant message of a request, as the server reads it. */
export interface Replied {
  readonly index: number
  readonly message: Json
  readonly calls: readonly Json[]
  /** Its number among this family's replies; null: another family made it. */
  readonly own: number | null
}

export function repliesIn({ messages }: Json, name: string): readonly Replied[] {
  const all = Array.isArray(messages) ? messages : []
  return all.flatMap((message: unknown, index) => {
    if (!isJson(message) || message['role'] !== 'assistant') return []
    const { tool_calls: calls } = message
    const known = Array.isArray(calls) ? calls.filter(isJson) : []
    return [{ index, message, calls: known, own: ownNumber(message, known, name) }]
  })
}

/** Searches calls and answers for the family's own number. */
function ownNumber({ content }: Json, calls: readonly Json[], name: string): number | null {
  const said = calls.length > 0 ? JSON.stringify(calls) : JSON.stringify(content ?? '')
  const found = new RegExp(`(?:echo|says) ${name} (\\d+)`).exec(said)
  return found === null ? null : Number(found[1])
}

/** The replies after the person's last message. */
export function ofTurn({ messages }: Json, replies: readonly Replied[]): readonly Replied[] {
  const all = Array.isArray(messages) ? messages : []
  const asked = all.findLastIndex((each) => isJson(each) && each['role'] === 'user')
  return replies.filter(({ index }) => index > asked)
}

export function unlessEqual(where: string, got: unknown, said: unknown): Verdict | null {
  if (isDeepStrictEqual(got, said)) return null
  return { type: 'changed', what: `${where}: ${JSON.stringify(got)} for ${JSON.stringify(said)}` }
}

export function firstOf<Each>(
  all: readonly Each[],
  judge: (each: Each) => Verdict | null,
): Verdict | null {
  for (const each of all) {
    const verdict = judge(each)
    if (verdict !== null) return verdict
  }
  return null
}
