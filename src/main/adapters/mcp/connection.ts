import type { CallToolResult, Progress } from '@modelcontextprotocol/client'
import { assertNever } from '../../../shared/assert-never.ts'
import type { McpState } from '../../../shared/mcp-server.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { guard } from '../../runtime/guard.ts'
import { within } from '../system/within.ts'
import type { ToolRun } from '../../runtime/ports/ports.ts'
import type { ConnectionParts, Phase } from './connection-parts.ts'
import { CallTime, NO_TIMEOUT } from './elicitation/call-time.ts'
import { type CallAtWork, elicit, nameOf, opens } from './elicitation/elicit.ts'
import { openingPagesFirst, type Page } from './elicitation/open-page.ts'
import { type CallEnd, type CallFacts, faultOf } from './call-fault.ts'
import type { Offer } from './offered-tools.ts'
import type { ServerPlace } from './open-transport.ts'
import { ServerLog } from './server-log.ts'
import { openSession, type Session } from './session.ts'

/** How long to wait before a server that ended is restarted, doubling each time (ms). */
const BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 60_000
/** After running this long, it no longer counts as failing. */
const STEADY_MS = 60_000
/** A server ends after this long without use. */
export const IDLE_MS = 10 * 60_000

/** One server for one folder: started when needed, ended when unused, and never waited for for long. */
export class Connection {
  readonly place: ServerPlace
  readonly log: ServerLog
  readonly #parts: ConnectionParts
  #phase: Phase = { type: 'idle' }
  #offer: Offer | null = null
  #failures = 0
  #hasResources = false
  #wantsSignIn = false
  readonly #calls = new Set<CallAtWork>()
  #isClosed = false
  #idle: NodeJS.Timeout | null = null
  readonly #waitedFor = new WeakSet<Promise<void>>()

  constructor(place: ServerPlace, parts: ConnectionParts) {
    this.place = place
    this.#parts = parts
    this.log = new ServerLog(parts.clean)
  }

  get state(): McpState {
    return this.#phase.type
  }

  /** A sentence; null: no problem is known. */
  get problem(): string | null {
    return this.#phase.type === 'failed' ? this.#phase.problem : null
  }

  /** Its last offer, even if it is not running; null if it was never asked. */
  get offer(): Offer | null {
    return this.#phase.type === 'running' ? this.#phase.session.offer() : this.#offer
  }

  /** True if it refused the last start because the user has not signed in. */
  get wantsSignIn(): boolean {
    return this.#wantsSignIn
  }

  /** The next use starts it, whatever happened before. */
  retry(): void {
    if (this.#phase.type === 'failed') this.#phase = { type: 'idle' }
  }

  /** True if it had resources when it last ran. */
  get hasResources(): boolean {
    return this.#hasResources
  }

  /** Starts it, unless it runs or has just failed. Only the first caller waits for a start; later ones do not. */
  async ready(waitMs: number, signal: AbortSignal): Promise<void> {
    this.#keepUp()
    this.#begin()
    if (this.#phase.type !== 'starting') return
    const { done } = this.#phase
    if (this.#waitedFor.has(done)) return
    await within(done, waitMs, signal)
    this.#waitedFor.add(done)
  }

  /** Starts it now, whatever happened before. The error is a sentence. */
  async test(signal: AbortSignal): Promise<Result<Offer, string>> {
    this.retry()
    const session = await this.#session(signal)
    return session.ok ? ok(session.value.offer()) : session
  }

  async call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    run: {
      readonly limitMs: number
      readonly signal: AbortSignal
      readonly ask?: ToolRun['ask'] | undefined
      onProgress(progress: Progress): void
    },
  ): Promise<CallEnd> {
    const { signal } = run
    const time = new CallTime(run.limitMs)
    const ends = AbortSignal.any([signal, time.over])
    const session = await this.#session(ends)
    if (signal.aborted || !session.ok) time.end()
    if (signal.aborted) return { type: 'aborted' }
    if (!session.ok) return { type: 'failed', text: session.error }
    const runningCall = { ask: run.ask, time }
    this.#calls.add(runningCall)
    try {
      const params = { name: tool, arguments: { ...input } }
      const onprogress = guard("a call's progress", (progress: Progress) => {
        if (!signal.aborted) run.onProgress(progress)
      })
      const options = { signal: ends, timeout: NO_TIMEOUT, onprogress }
      const call = (): Promise<CallToolResult> => session.value.client.callTool(params, options)
      const open = (page: Page): Promise<boolean> => opens(page, ends, runningCall, this)
      const result = await openingPagesFirst(call, open)
      return { type: 'answered', result }
    } catch (error) {
      if (signal.aborted) void this.#probe(session.value)
      const end = await this.#unanswered(error, session.value, { ...run, late: time.over })
      if (end.type === 'timedOut') void this.#probe(session.value)
      return end
    } finally {
      time.end()
      this.#calls.delete(runningCall)
      this.#keepUp()
    }
  }

  /** Sends another kind of request. The error is a sentence. */
  async ask<Answer>(
    work: (session: Session, signal: AbortSignal) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Result<Answer, string>> {
    const session = await this.#session(signal)
    if (!session.ok) return session
    this.#keepUp()
    try {
      return ok(await work(session.value, signal))
    } catch (error) {
      const end = await this.#unanswered(error, session.value, { signal })
      return failed(end.type === 'aborted' ? `${this.#name} did not answer.` : end.text)
    }
  }

  /** Says why a request was not answered. Ends the session if the server has forgotten it, or its sign-in is over. */
  async #unanswered(
    error: unknown,
    session: Session,
    facts: CallFacts,
  ): ReturnType<typeof faultOf> {
    const end = await faultOf(error, this.#name, session, this.log, facts)
    if (end.type === 'failed' && end.isLost === true)
      void this.#endSession(session, 'it no longer knew this session: ended')
    if (end.type === 'signedOut') this.#ended(session, 'It wants you to sign in again.')
    return end
  }

  /** The session, if there is one; starts nothing. */
  get running(): Session | null {
    return this.#phase.type === 'running' ? this.#phase.session : null
  }

  /** Ends it permanently. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stop()
  }

  get #name(): string {
    return nameOf(this.place)
  }

  async #stop(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = null
    const phase = this.#phase
    this.#phase = { type: 'idle' }
    if (phase.type === 'starting') phase.stop.abort()
    if (phase.type === 'running') {
      this.#offer = phase.session.offer()
      await phase.session.close()
    }
  }

  async #session(signal: AbortSignal): Promise<Result<Session, string>> {
    this.#keepUp()
    this.#begin()
    if (this.#phase.type === 'starting') {
      const waited = await within(this.#phase.done, START_PATIENCE_MS, signal)
      if (waited.type === 'aborted') return failed(`${this.#name} was still starting.`)
    }
    switch (this.#phase.type) {
      case 'running':
        return ok(this.#phase.session)
      case 'failed':
        return failed(`${this.#name} is not running. ${this.#phase.problem}`)
      case 'idle':
      case 'starting':
        return failed(`${this.#name} is not running.`)
      default:
        return assertNever(this.#phase)
    }
  }

  #begin(): void {
    if (this.#isClosed) return
    const isDue = this.#phase.type === 'failed' && performance.now() >= this.#phase.retryAt
    if (this.#phase.type !== 'idle' && !isDue) return
    const stop = new AbortController()
    const phase = { type: 'starting', done: this.#start(stop), stop } as const
    this.#phase = phase
    this.#parts.onChanged()
  }

  async #start(stop: AbortController): Promise<void> {
    const { nextId, signIns, startMs, supervisor } = this.#parts
    this.#wantsSignIn = false
    this.log.note('starting')
    const opened = await openSession(this.place, {
      supervisor,
      log: this.log,
      signal: stop.signal,
      workId: nextId(),
      onTools: () => this.#parts.onChanged(),
      onElicit: (request, gaveUp) => elicit(request, gaveUp, this.#calls, this),
      onRefused: () => (this.#wantsSignIn = true),
      ...(signIns === undefined ? {} : { signIns }),
      ...(startMs === undefined ? {} : { startMs }),
    }).catch((error: unknown) => failed(`It could not be started: ${this.log.words(error)}`))
    if (stop.signal.aborted || this.#isClosed) {
      if (opened.ok) await opened.value.close()
      return
    }
    if (!opened.ok) return this.#fail(opened.error)
    const session = opened.value
    this.#phase = { type: 'running', session, since: performance.now() }
    this.#hasResources = session.capabilities.resources !== undefined
    this.#keepUp()
    this.#parts.onChanged()
    void session.over.then((why) => this.#ended(session, why))
  }

  #ended(session: Session, why: string): void {
    if (this.#phase.type !== 'running' || this.#phase.session !== session) return
    this.#offer = session.offer()
    if (performance.now() - this.#phase.since > STEADY_MS) this.#failures = 0
    const lastLine = this.log.lastLine()
    this.#fail(lastLine === '' ? why : `${why} It said last: ${lastLine}`)
    void session.close()
  }

  #fail(problem: string): void {
    const { backoffMs = BACKOFF_MS } = this.#parts
    const waitMs = Math.min(MAX_BACKOFF_MS, backoffMs * 2 ** this.#failures)
    this.#failures += 1
    this.log.note(problem)
    this.#phase = { type: 'failed', problem, retryAt: performance.now() + waitMs }
    this.#parts.onChanged()
  }

  /** Restarts its idle time, because it is in use. */
  #keepUp(): void {
    if (this.#idle !== null) clearTimeout(this.#idle)
    const { idleMs = IDLE_MS } = this.#parts
    const onIdle = guard('an idle server', () => {
      if (this.#calls.size > 0) this.#keepUp()
      else void this.#endSession(this.running, 'not used any more: ended')
    })
    this.#idle = this.#isClosed ? null : setTimeout(onIdle, idleMs).unref()
  }

  /** Ends a session that is not replaced yet; the next use starts another. `why`: for the log. */
  async #endSession(session: Session | null, why: string): Promise<void> {
    if (session === null || this.running !== session) return
    this.log.note(why)
    await this.#stop()
    this.#parts.onChanged()
  }

  /** Probes it after an abandoned call: a server that does not answer at all is ended, with everything it started. */
  async #probe(session: Session): Promise<void> {
    if (this.place.server.type === 'http') return
    if (await session.isAlive()) return
    await this.#endSession(session, 'it did not answer behind a call that was given up: ended')
  }
}

/** A start has a separate limit. */
const START_PATIENCE_MS = 60_000
