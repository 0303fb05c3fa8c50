import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import { type HookRun, MAX_HOOK_OUTPUT } from '../../../shared/conversation/hook-run.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import { guard } from '../../runtime/guard.ts'
import type { Served, ServeRequest, ServingProcess } from '../processes/serve-process.ts'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import { plainText } from '../processes/output/terminal-text.ts'
import { within } from '../system/within.ts'
import type { Hook } from './hook.ts'
import { answerOf, type HookAnswer } from './hook-answer.ts'

/** An answer counts only if all of it is read: each of the two outputs is kept whole, up to this many bytes. */
const FLOOD = 4 * 1024 * 1024
/** How much of it is cleaned for people, who see less. */
const MAX_CLEANED = 64 * 1024
/** How long the output may take to arrive after the hook's end (ms). */
const DRAIN_MS = 5_000

/**
 * A process with input gets sockets as its standard streams, which Linux cannot open by their paths: `>/dev/stderr` needs
 * pipes. A mark after the hook's output shows that all of it has arrived, whoever else holds the pipes. If this shell ended,
 * the processes holding them would be ended too, so it waits until the mark has arrived: then its input ends. What the hook
 * did not read of it is drained by `cat`: `read` takes seconds for a megabyte. The input is opened last, or the processes at the
 * outputs would hold it open.
 */
function withPipes(command: string, input: string, mark: string): string {
  if (process.platform === 'win32') return command
  const printMark = `printf %s ${mark}`
  const bytes = Buffer.byteLength(input)
  const feed = `trap '' PIPE; exec 2>/dev/null; head -c ${bytes} <&3; exec cat <&3 >/dev/null`
  return `exec 3<&0
exec > >(exec cat 3<&-) 2> >(exec cat >&2 3<&-)
exec < <(${feed})
bash -c ${shellQuote(command)} 3<&-
code=$?
exec </dev/null
${printMark}; ${printMark} >&2
read -r -t ${DRAIN_MS / 1_000} <&3
exit $code`
}

export interface HookPlace {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly sandboxPolicy: SandboxPolicy | null
  /** The only way to recognise an abort. */
  readonly signal: AbortSignal
}

export interface HookEnvironment {
  readonly serve: (request: ServeRequest) => Promise<Served>
  /** Returns a new id. */
  readonly nextId: () => WorkId
}

/** The end of a hook. `answer`: null if the hook gave no valid answer. */
export interface RanHook {
  readonly run: HookRun
  readonly answer: HookAnswer | null
}

/**
 * Runs one hook with its input on standard input, within its time limit. Whatever it leaves behind ends with it. Never
 * rejects; after an abort, resolves when its processes are gone, or given up on and listed as orphans.
 */
export async function runHook(
  hook: Hook,
  input: unknown,
  place: HookPlace,
  { nextId, serve }: HookEnvironment,
): Promise<RanHook> {
  const { command, event, timeoutMs } = hook
  const startedAt = performance.now()
  const mark = `-${randomUUID()}`
  const ranAs = (
    outcome: HookRun['outcome'],
    output: string,
    answer: HookAnswer | null = null,
  ): RanHook => {
    const durationMs = Math.round(performance.now() - startedAt)
    return { answer, run: { event, command, durationMs, outcome, output: shortened(output) } }
  }
  const text = JSON.stringify(input)
  const served = await serve({
    ...place,
    workId: nextId(),
    command: withPipes(command, text, mark),
    label: `hook: ${command}`,
    environment: { CLAUDE_PROJECT_DIR: place.folder },
  })
  if (served.type === 'aborted') return ranAs('stopped', '')
  if (served.type === 'failed') return ranAs('failed', served.reason)
  const how = { input: text, limitMs: timeoutMs, mark, signal: place.signal }
  const followed = await follow(served.process, how)
  const printed = `${followed.stdout.trimEnd()}\n${followed.stderr.trimEnd()}`.trim()
  switch (followed.type) {
    case 'aborted':
      return ranAs('stopped', printed)
    case 'late':
      return ranAs('timedOut', `${printed}\nIt did not end within ${timeoutMs / 1_000} s.`)
    case 'flood':
      return ranAs('failed', 'It printed more than 4 MB, so it was ended.')
    case 'exited': {
      const { code, signal } = followed
      if (signal !== null) return ranAs('failed', `${printed}\nIt was killed by ${signal}.`)
      const answer = answerOf(event, { ...followed, code })
      if (answer === null) return ranAs('failed', `${printed}\nexit ${code}`)
      const output = [answer.forPeople, answer.blockReason ?? '', answer.forModel].find(
        (each) => each !== '',
      )
      return ranAs(answer.blockReason === null ? 'ok' : 'blocked', output ?? '', answer)
    }
    default:
      return assertNever(followed)
  }
}

interface Printed {
  readonly stdout: string
  readonly stderr: string
}
type Followed = Printed &
  (
    | { readonly type: 'aborted' | 'late' | 'flood' }
    | { readonly type: 'exited'; readonly code: number; readonly signal: string | null }
  )

async function follow(
  served: ServingProcess,
  {
    input,
    limitMs,
    mark,
    signal,
  }: {
    readonly input: string
    readonly limitMs: number
    readonly mark: string
    readonly signal: AbortSignal
  },
): Promise<Followed> {
  // A command that does not read its input is not affected.
  if (process.platform === 'win32') served.input.end(input)
  else served.input.write(input)
  const flood = new AbortController()
  const stdout = new Kept(served.output, mark, flood)
  const stderr = new Kept(served.complaints, mark, flood)
  const printedSoFar = (): Printed => ({ stdout: stdout.text, stderr: stderr.text })
  void Promise.all([stdout.end, stderr.end]).then(() => served.input.end())
  const ended = await within(served.exit, limitMs, AbortSignal.any([signal, flood.signal]))
  if (ended.type === 'done' && !signal.aborted) {
    stdout.leave()
    stderr.leave()
    void served.end('atOnce')
    const { code, signal: killedBy } = ended.value
    return { type: 'exited', code: code ?? 0, signal: killedBy, ...printedSoFar() }
  }
  stdout.leave()
  stderr.leave()
  await served.end('atOnce')
  if (signal.aborted) return { type: 'aborted', ...printedSoFar() }
  return { type: flood.signal.aborted ? 'flood' : 'late', ...printedSoFar() }
}

/** What a hook prints, up to the mark. */
class Kept {
  /** Resolves once all of it has arrived. */
  readonly end: Promise<void>
  readonly #stream: Readable
  readonly #mark: Buffer
  readonly #parts: Buffer[] = []
  #tail: Buffer = Buffer.alloc(0)
  #bytes = 0

  constructor(stream: Readable, mark: string, flood: AbortController) {
    this.#stream = stream
    this.#mark = Buffer.from(mark)
    this.end = new Promise((resolve) => {
      const over = guard("the end of a hook's output", () => resolve())
      stream.once('end', over)
      stream.once('close', over)
      stream.on(
        'data',
        guard("a hook's output", (part: Buffer) => {
          this.#bytes += part.length
          if (this.#bytes > FLOOD) return flood.abort()
          this.#parts.push(part)
          if (this.#isMarked(part)) resolve()
        }),
      )
    })
    stream.on('error', () => undefined)
  }

  get text(): string {
    const all = Buffer.concat(this.#parts)
    const end = all.indexOf(this.#mark)
    return new TextDecoder().decode(end < 0 ? all : all.subarray(0, end))
  }

  leave(): void {
    this.#stream.destroy()
  }

  /** The mark may arrive in two parts. */
  #isMarked(part: Buffer): boolean {
    const end = Buffer.concat([this.#tail, part])
    this.#tail = end.subarray(-this.#mark.length)
    return end.includes(this.#mark)
  }
}

function shortened(output: string): string {
  const plain = plainText(output.slice(0, MAX_CLEANED)).trim()
  return plain.length <= MAX_HOOK_OUTPUT
    ? plain
    : `${plain.slice(0, MAX_HOOK_OUTPUT).toWellFormed()}…`
}
