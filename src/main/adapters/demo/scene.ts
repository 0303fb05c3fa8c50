import { trimEndOf } from '../../../shared/trim-end.ts'

/** The result of a call, as the model would read it. */
export interface SceneResult {
  readonly isError: boolean
  readonly text: string
}

interface Command {
  readonly command: string
  /** For commands that take longer than the tool's own limit. */
  readonly timeout_seconds?: number
}

/** One call of a tool, with its input. */
export type SceneCall =
  | { readonly name: 'bash'; readonly input: Command }
  | {
      readonly name: 'spawn_agents'
      readonly input: { readonly tasks: readonly { readonly task: string }[] }
    }
  | { readonly name: 'submit_result'; readonly input: { readonly result: string } }

/** The demo's next reply; after a call it waits for the result and continues. */
export interface SceneReply {
  readonly text: string
  readonly call: SceneCall | null
}

/** One thing that the demo can show. Pure: the same words and results give the same reply. */
export interface Scene {
  /** What to type to see it. */
  readonly prompt: string
  /** `words` are in lower case, without punctuation. */
  matches(words: string): boolean
  /** How many attempts of the first request pretend to fail. */
  readonly failures: number
  play(results: readonly SceneResult[]): SceneReply
}

/** The first sentence of the demo's first reply. */
export const LABEL =
  'This is a scripted demo: no language model reads your words or sees your images, but the commands are real.'

export function begin(text: string, command: Command | null): SceneReply {
  return { text: `${LABEL} ${text}`, call: command === null ? null : bash(command) }
}

export function goOn(text: string, command: Command): SceneReply {
  return { text, call: bash(command) }
}

export function finish(text: string): SceneReply {
  return { text, call: null }
}

function bash(input: Command): SceneCall {
  return { name: 'bash', input }
}

/** Ends the scene after an unexpected result: shows the result as it is. */
export function admit({ text }: SceneResult): SceneReply {
  return finish(`That didn’t work. This is what came back:\n\n${codeBlock(text.slice(-1500))}`)
}

/** A code block that the text cannot close. */
export function codeBlock(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
  return `${fence}text\n${trimEndOf(text, '\n')}\n${fence}`
}

/** The lines between two marks that a command printed; null if it never got that far. */
export function between(text: string, from: string, to: string): readonly string[] | null {
  const lines = text.split('\n')
  const start = lines.indexOf(from)
  const end = lines.indexOf(to, start + 1)
  return start === -1 || end === -1 ? null : lines.slice(start + 1, end)
}
