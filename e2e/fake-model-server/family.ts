import { isDeepStrictEqual } from 'node:util'
import { isJson, type Json } from './json.ts'
import type { Reply } from './reply.ts'

/** `changed`: what it said did not come back as it had said it. No server words that: for its models it is bad all the same. */
export type Verdict =
  | {
      readonly type: 'refused'
      readonly words: string
      readonly status: number
      readonly body: unknown
    }
  | { readonly type: 'changed'; readonly what: string }

/** Servers that speak chat completions, or an API of their own, in their own way, with what they want back. */
export interface Family {
  readonly name: string
  /** Absent: chat completions. */
  readonly speaks?: 'responses' | 'gemini' | 'messages' | 'bedrock' | 'vertex'
  readonly model: string
  /** It searches the web where it is allowed to. */
  readonly searches?: true
  /** Its nth reply: a call of bash. */
  call(n: number): Reply
  /** Its nth reply: words. */
  answer(n: number): Reply
  check(body: Json): Verdict | null
}

/** What the nth call of a family runs: by it a message is known as its own. */
export function commandOf(name: string, n: number): string {
  return `echo ${name} ${n}`
}

export function answerOf(name: string, n: number): string {
  return `Done, says ${name} ${n}.`
}

/** What it thinks: characters that are easily lost on the way. */
export function thoughtOf(n: number): string {
  return `Step ${n}:  "quoted" \\ back\tslash\n\n  👋🏽 grüße \u2028\u00a0 </think> `
}

/** An assistant message of a request, as the server that is asked reads it. */
export interface Replied {
  readonly index: number
  readonly message: Json
  readonly calls: readonly Json[]
  /** Its number among the replies of this family; null: another made it. */
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

/** A string in which calls and answers of all families are looked for. */
function ownNumber({ content }: Json, calls: readonly Json[], name: string): number | null {
  const said = calls.length > 0 ? JSON.stringify(calls) : JSON.stringify(content ?? '')
  const found = new RegExp(`(?:echo|says) ${name} (\\d+)`).exec(said)
  return found === null ? null : Number(found[1])
}

/** The replies behind the newest words of a person. */
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
