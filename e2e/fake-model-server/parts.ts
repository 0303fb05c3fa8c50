import { type Change, changing } from '../../src/main/adapters/tools/changing.fixture.ts'
import { assertNever } from '../../src/shared/assert-never.ts'
import { streamEvent, type StreamEvent } from './reply.ts'

/** A block of an answer. `pieces` is the number of deltas. */
export type Part =
  | { readonly type: 'text'; readonly text: string; readonly pieces?: number }
  | {
      readonly type: 'thinking'
      readonly text: string
      readonly signature: string
      readonly pieces?: number
    }
  | { readonly type: 'redactedThinking'; readonly data: string }
  | {
      readonly type: 'toolCall'
      readonly id?: string
      readonly name: string
      /** A string is sent literally: for invalid JSON. */
      readonly input: Readonly<Record<string, unknown>> | string
      readonly pieces?: number
    }
  /** A block given by its start and these deltas: kinds that this version does not know, and steps of server tools. */
  | {
      readonly type: 'block'
      readonly json: Readonly<Record<string, unknown>>
      readonly deltas?: readonly Readonly<Record<string, unknown>>[]
    }

export function text(value: string, pieces = 1): Part {
  return { type: 'text', text: value, pieces }
}

export function thinking(value: string, signature: string, pieces = 1): Part {
  return { type: 'thinking', text: value, signature, pieces }
}

/** A call of bash, the one that most scripts need. */
export function bash(command: string, id?: string): Part {
  return { type: 'toolCall', name: 'bash', input: { command }, ...(id === undefined ? {} : { id }) }
}

export function call(name: string, input: Readonly<Record<string, unknown>>): Part {
  return { type: 'toolCall', name, input }
}

/** A call that changes files: edit_file for one edit, otherwise apply_patch. */
export function change(...changes: readonly Change[]): Part {
  return call(...changing(...changes))
}

/** A call that starts a background job. */
export function background(command: string): Part {
  return { type: 'toolCall', name: 'bash_background', input: { action: 'start', command } }
}

/** A call that reads the output of a background job. */
export function backgroundOutput(job: number, waitSeconds = 0): Part {
  const input = { action: 'output', job, wait_seconds: waitSeconds }
  return { type: 'toolCall', name: 'bash_background', input }
}

/** A call that starts a sub-agent for each task. */
export function spawn(
  ...tasks: readonly (string | { readonly task: string; readonly kind: string })[]
): Part {
  return {
    type: 'toolCall',
    name: 'spawn_agents',
    input: { tasks: tasks.map((each) => (typeof each === 'string' ? { task: each } : each)) },
  }
}

/** A call that fetches a web page. */
export function webFetch(url: string): Part {
  return { type: 'toolCall', name: 'web_fetch', input: { url } }
}

/** A call with which a sub-agent hands in its result. */
export function submit(result: string): Part {
  return { type: 'toolCall', name: 'submit_result', input: { result } }
}

export function partEvents(part: Part, index: number, nextId: () => string): StreamEvent[] {
  const [start, ...deltas] = describePart(part, nextId)
  return [
    streamEvent({ type: 'content_block_start', index, content_block: start }),
    ...deltas.map((delta) => streamEvent({ type: 'content_block_delta', index, delta })),
    streamEvent({ type: 'content_block_stop', index }),
  ]
}

type Json = Readonly<Record<string, unknown>>

function describePart(part: Part, nextId: () => string): [start: Json, ...deltas: Json[]] {
  switch (part.type) {
    case 'text':
      return [
        { type: 'text', text: '' },
        ...split(part.text, part.pieces).map((text) => ({ type: 'text_delta', text })),
      ]
    case 'thinking':
      return [
        { type: 'thinking', thinking: '', signature: '' },
        ...split(part.text, part.pieces).map((text) => ({
          type: 'thinking_delta',
          thinking: text,
        })),
        { type: 'signature_delta', signature: part.signature },
      ]
    case 'redactedThinking':
      return [{ type: 'redacted_thinking', data: part.data }]
    case 'toolCall': {
      const json = typeof part.input === 'string' ? part.input : JSON.stringify(part.input)
      return [
        { type: 'tool_use', id: part.id ?? nextId(), name: part.name, input: {} },
        { type: 'input_json_delta', partial_json: '' },
        ...split(json, part.pieces).map((piece) => ({
          type: 'input_json_delta',
          partial_json: piece,
        })),
      ]
    }
    case 'block':
      return [part.json, ...(part.deltas ?? [])]
    default:
      return assertNever(part)
  }
}

export function split(value: string, pieces = 1): string[] {
  if (pieces === 1) return value === '' ? [] : [value]
  const characters = Array.from(value)
  const size = Math.max(1, Math.ceil(characters.length / pieces))
  const parts: string[] = []
  for (let at = 0; at < characters.length; at += size) {
    parts.push(characters.slice(at, at + size).join(''))
  }
  return parts
}
