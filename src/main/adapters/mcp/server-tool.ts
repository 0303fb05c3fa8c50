import type { Progress } from '@modelcontextprotocol/client'
import { assertNever } from '../../../shared/assert-never.ts'
import { visibleText } from '../../../shared/visible-text.ts'
import type { CallInput } from '../../../shared/messages/content.ts'
import { digestOf } from '../tools/definition/call-digest.ts'
import type { PictureOptions } from '../tools/reading/read-picture.ts'
import {
  ABORTED,
  ALL_BUT_EXPLORERS,
  failedWith,
  NO_PREVIEW,
  timedOutWith,
  type Tool,
  type ToolResult,
} from '../tools/definition/tool.ts'
import type { ToolRun } from '../../runtime/ports/ports.ts'
import type { CallEnd } from './call-fault.ts'
import { toolResultOf } from './call-result.ts'
import type { KnownTool } from './servers.ts'

const DEFAULT_MS = 5 * 60_000
/** The least time between two lines of progress on the screen (ms). */
const PROGRESS_MS = 100
const MAX_PROGRESS = 300

/**
 * The subject of a rule or an approval: the tool with its definition. With another definition it is another tool, and needs
 * approval again.
 */
export function subjectOf({ connection, tool }: KnownTool): string {
  const names = `${visibleText(connection.place.name)}: ${visibleText(tool.name)}`
  return `${names} (definition ${tool.hash})`
}

export function limitOf({ connection }: KnownTool): number {
  return connection.place.server.timeout ?? DEFAULT_MS
}

/** A server's tool in the form of any other tool. */
export function serverTool(known: KnownTool, pictures: PictureOptions): Tool {
  const { spec } = known.tool
  return {
    spec,
    callers: ALL_BUT_EXPLORERS,
    inspect(input) {
      const subject = subjectOf(known)
      const digest = digestOf(spec.name, input, subject)
      const fault = faultOfInput(spec.name, input)
      if (fault !== null)
        return Promise.resolve({ digest, check: { type: 'unusable', text: fault } })
      const facts = { limitMs: limitOf(known), action: 'server', reach: 'inside' } as const
      return Promise.resolve({ digest, check: { type: 'runnable', subject, ...facts } })
    },
    preview: () => Promise.resolve(NO_PREVIEW),
    run(run) {
      const { input } = run.call
      return input.type === 'object'
        ? callServer(known, input.value, run, pictures)
        : Promise.resolve(failedWith(faultOfInput(spec.name, input) ?? ''))
    },
  }
}

function faultOfInput(name: string, input: CallInput): string | null {
  if (input.type === 'object') return null
  return `The input of ${name} is not a JSON object, so nothing was run. Call ${name} again with a JSON object.`
}

/** Calls a tool. If it has changed since the call was judged, nothing runs. */
export async function callServer(
  known: KnownTool,
  input: Readonly<Record<string, unknown>>,
  run: ToolRun,
  pictures: PictureOptions,
): Promise<ToolResult> {
  const { connection, tool } = known
  if (run.call.subject !== subjectOf(known)) {
    return failedWith(
      `The tool ${visibleText(tool.name)} of the MCP server ${visibleText(connection.place.name)} has changed since this call was checked, so nothing was run. Look at its description and call it again: the user is asked again.`,
    )
  }
  const end = await connection.call(tool.name, input, {
    limitMs: limitOf(known),
    signal: run.signal,
    ask: run.ask,
    onProgress: shown(run),
  })
  return resultOf(end, run, pictures)
}

async function resultOf(
  end: CallEnd,
  { signal }: Pick<ToolRun, 'signal'>,
  pictures: PictureOptions,
): Promise<ToolResult> {
  switch (end.type) {
    case 'answered':
      return toolResultOf(end.result, pictures, signal)
    case 'timedOut':
      return timedOutWith(end.text)
    case 'aborted':
      return ABORTED
    case 'failed':
    case 'signedOut':
      return failedWith(end.text)
    default:
      return assertNever(end)
  }
}

/** Shows one line at a time, however many the server sends. */
function shown({ onOutput }: Pick<ToolRun, 'onOutput'>): (progress: Progress) => void {
  let nextAt = 0
  return ({ message, progress, total }) => {
    const now = performance.now()
    if (now < nextAt) return
    nextAt = now + PROGRESS_MS
    const count = total === undefined ? `${progress}` : `${progress} of ${total}`
    const text = typeof message === 'string' ? visibleText(message.slice(0, MAX_PROGRESS)) : ''
    onOutput(`${[count, text].filter(Boolean).join(' · ')}\n`)
  }
}
