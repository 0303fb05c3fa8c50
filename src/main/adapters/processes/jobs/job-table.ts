import type { BackgroundJob } from '../../../../shared/conversation/background-job.ts'
import { assertNever } from '../../../../shared/assert-never.ts'
import type { CallId, ConversationId, WorkId } from '../../../../shared/ids.ts'
import type { Withdrawal } from '../../../core/machine/sandbox-policy.ts'
import { rightLost } from '../../../core/machine/sandbox-policy.ts'
import { type Beginning, JobBeginnings } from './job-beginnings.ts'
import { JobEnds } from './job-ends.ts'
import type { FirstLook } from './first-look.ts'
import type { Full, JobControl, JobLook, JobName, JobRequest, JobStart } from './job-control.ts'
import { Job, type JobParts } from './job.ts'
import { LostJobs } from './lost-jobs.ts'
import { LiveOutput } from '../output/live-output.ts'
import { NOTHING_PRINTED } from '../output/printed.ts'
import type { RunRequest, StartedRun, StartRequest } from '../runs/start-run.ts'
import type { RunRecord } from '../tree/run-record.ts'
import { guard } from '../../../runtime/guard.ts'

/** How many jobs may run at a time in one conversation. */
export const MAX_JOBS = 4
/** How many ended jobs are kept until the model has asked about them. */
const MAX_ENDED = 8
/** How often clients receive jobs' output (ms). */
const NOTIFY_MS = 500

export interface TableParts extends Pick<JobParts, 'now' | 'end' | 'tidyUp'> {
  /** Waits until no clean-up of the conversation is in progress. False if nothing may start any more. */
  isReady(request: RunRequest): Promise<boolean>
  start(request: StartRequest): Promise<StartedRun>
  readonly firstLook: FirstLook
  readonly records: ConstructorParameters<typeof LostJobs>[0]
}

type Started = Extract<StartedRun, { type: 'started' }>

const WITHDRAWN =
  'Not started: the user switched off the network or made the conversation read-only just before it began.'

interface ConversationJobs {
  /** The highest number that a start has taken, even in vain, or a lost job has: none is used again. */
  last: number
  jobs: readonly Job[]
}

/** The background jobs of all conversations. Only an order or their own exit ends them. */
export class JobTable implements JobControl {
  readonly ends = new JobEnds()
  readonly #parts: TableParts
  readonly #jobs = new Map<ConversationId, ConversationJobs>()
  readonly #listeners: ((conversationId: ConversationId) => void)[] = []
  readonly #notifying = new Map<ConversationId, NodeJS.Timeout>()
  readonly #since: number
  readonly #beginnings = new JobBeginnings()
  readonly #lost: LostJobs
  /** Where a job's output goes while its call is still open. */
  readonly #cards = new Map<WorkId, LiveOutput>()

  constructor(parts: TableParts) {
    this.#parts = parts
    this.#since = parts.now()
    this.#lost = new LostJobs(parts.records)
  }

  onChanged(listener: (conversationId: ConversationId) => void): void {
    this.#listeners.push(listener)
  }

  shownOf(conversationId: ConversationId): readonly BackgroundJob[] {
    const own = this.#jobsOf(conversationId).flatMap((job) => job.shown() ?? [])
    return [...this.#lost.of(conversationId), ...own]
  }

  /** Shows the jobs among the runs that a killed host has left. */
  recall(records: readonly RunRecord[]): void {
    this.#lost.add(records)
    for (const { conversationId, job } of records) {
      if (job === undefined) continue
      const own = this.#ownOf(conversationId)
      own.last = Math.max(own.last, job.number)
    }
  }

  /** Called when none of a run's processes is left. */
  over(workId: WorkId): void {
    this.#lost.over(workId)
  }

  ranUntil(callId: CallId): number {
    const end = this.ends.timeOf(callId)
    return end === undefined ? this.#since : (end ?? this.#parts.now())
  }

  async start(request: JobRequest): Promise<JobStart> {
    const begin = this.#beginnings.add(request)
    const started = await this.#begin(request, begin).finally(() => this.#beginnings.remove(begin))
    if (started.type === 'started' && begin.signal.aborted) await this.#parts.end(started.owned)
    if (begin.isWithdrawn) return { type: 'notStarted', reason: WITHDRAWN }
    if (begin.signal.aborted) return { type: 'aborted' }
    switch (started.type) {
      case 'started':
        return this.#firstLook(request, started, begin.number)
      case 'failed':
        return { type: 'notStarted', reason: started.reason }
      case 'full':
      case 'aborted':
        return started
      default:
        return assertNever(started)
    }
  }

  async #begin(request: JobRequest, begin: Beginning): Promise<StartedRun | Full> {
    const { conversationId, signal } = begin
    if (!(await this.#parts.isReady({ ...request, signal }))) return { type: 'aborted' }
    const running = this.#jobsOf(conversationId).filter((job) => job.isLive)
    if (running.length + this.#beginnings.placesIn(conversationId) >= MAX_JOBS)
      return { type: 'full', running: running.map(nameOf) }
    begin.number = this.#ownOf(conversationId).last += 1
    const { callId } = request
    return this.#parts.start({ ...request, signal, job: { callId, number: begin.number } })
  }

  async #firstLook(request: JobRequest, started: Started, number: number): Promise<JobStart> {
    const { isPersons = false, signal, workId } = request
    const card = new LiveOutput(guard('showing output', request.onOutput))
    this.#cards.set(workId, card)
    const job = this.#add(request, started, number)
    await this.#parts.firstLook(job, signal)
    this.#cards.delete(workId)
    if (!signal.aborted) {
      card.finish()
      return { type: 'started', job: isPersons ? unread(job) : this.#lookOf(job) }
    }
    card.stop()
    await job.end('phoenix')
    this.#drop(job)
    return { type: 'aborted' }
  }

  async look(
    { conversationId, number }: Parameters<JobControl['look']>[0],
    { limitMs, signal }: Parameters<JobControl['look']>[1],
  ): Promise<JobLook | null> {
    const job = this.#find(conversationId, number)
    if (job === null) return null
    if (limitMs > 0) await job.waitForNews(limitMs, signal)
    return signal.aborted ? null : this.#lookOf(job)
  }

  lastLines(conversationId: ConversationId, number: number, lines: number): string | null {
    return this.#find(conversationId, number)?.output.lastLines(lines) ?? null
  }

  async stop(conversationId: ConversationId, number: number): Promise<void> {
    await this.#find(conversationId, number)?.end('model')
  }

  names(conversationId: ConversationId): readonly JobName[] {
    return this.#jobsOf(conversationId).map(nameOf)
  }

  news(conversationId: ConversationId): readonly JobName[] {
    const ended = this.#jobsOf(conversationId).filter((job) => !job.isLive && !job.isReported)
    for (const job of ended) job.isReported = true
    return ended.map(nameOf)
  }

  /** Ends a job on the user's order, or removes an ended one from the list. */
  async end(workId: WorkId): Promise<void> {
    const job = this.#all().find(({ owned }) => owned.origin.workId === workId)
    if (job === undefined) {
      const conversationId = this.#lost.remove(workId)
      if (conversationId !== null) this.#notify(conversationId)
    } else if (job.isLive) await job.end('person')
    else this.#drop(job)
  }

  endOf(conversationId: ConversationId): void {
    this.#beginnings.stop(conversationId)
    for (const job of this.#jobsOf(conversationId)) void job.end('phoenix')
  }

  /** Ends the jobs that have the withdrawn rights. They stay visible, so the user sees why they ended. */
  withdraw(conversationId: ConversationId, withdrawal: Withdrawal): void {
    for (const job of this.#jobsOf(conversationId)) {
      const lost = rightLost(job.sandboxPolicy, withdrawal)
      if (lost !== null) void job.end(lost)
    }
    this.#beginnings.withdraw(conversationId, withdrawal)
  }

  forget(conversationId: ConversationId): void {
    this.#lost.forget(conversationId)
    this.#forgetOwn(conversationId)
  }

  /** Of jobs that were cut off before, nothing is forgotten. */
  endAll(): void {
    this.#beginnings.stopAll()
    for (const conversationId of this.#jobs.keys()) this.#forgetOwn(conversationId)
  }

  #forgetOwn(conversationId: ConversationId): void {
    this.endOf(conversationId)
    this.#jobs.delete(conversationId)
    clearTimeout(this.#notifying.get(conversationId))
    this.#notifying.delete(conversationId)
  }

  #all(): readonly Job[] {
    return [...this.#jobs.values()].flatMap(({ jobs }) => jobs)
  }

  #jobsOf(conversationId: ConversationId): readonly Job[] {
    return this.#jobs.get(conversationId)?.jobs ?? []
  }

  #find(conversationId: ConversationId, number: number): Job | null {
    return this.#jobsOf(conversationId).find((job) => job.number === number) ?? null
  }

  #ownOf(conversationId: ConversationId): ConversationJobs {
    const own = this.#jobs.get(conversationId) ?? { last: 0, jobs: [] }
    this.#jobs.set(conversationId, own)
    return own
  }

  #add(
    { callId, sandboxPolicy, conversationId }: JobRequest,
    started: Started,
    number: number,
  ): Job {
    const { now, end, tidyUp } = this.#parts
    const parts = { callId, sandboxPolicy, now, end, tidyUp }
    const job = new Job(number, started, {
      ...parts,
      onPhase: (each) => {
        const end = each.ended()
        if (end !== null) this.ends.ended(conversationId, end)
        this.#changed(conversationId)
      },
      onPrinted: ({ owned: { origin } }, bytes) => {
        this.#cards.get(origin.workId)?.push(bytes)
        this.#notifySoon(conversationId)
      },
    })
    const own = this.#ownOf(conversationId)
    own.jobs = [...own.jobs, job]
    this.ends.began(callId)
    this.#notify(conversationId)
    return job
  }

  /** The unread output; an ended job cannot be asked about again. */
  #lookOf(job: Job): JobLook {
    const look = { ...unread(job), printed: job.output.take() }
    if (!job.isLive) this.#drop(job)
    return look
  }

  #drop(job: Job): void {
    const { conversationId } = job.owned.origin
    const own = this.#jobs.get(conversationId)
    if (own === undefined) return
    own.jobs = own.jobs.filter((each) => each !== job)
    this.#notify(conversationId)
  }

  #changed(conversationId: ConversationId): void {
    const ended = this.#jobsOf(conversationId).filter((job) => !job.isLive)
    const [oldest] = ended
    if (oldest !== undefined && ended.length > MAX_ENDED) this.#drop(oldest)
    else this.#notify(conversationId)
  }

  #notifySoon(conversationId: ConversationId): void {
    if (this.#notifying.has(conversationId) || !this.#jobs.has(conversationId)) return
    const notify = guard('reporting a job', () => this.#notify(conversationId))
    const timer = setTimeout(notify, NOTIFY_MS)
    this.#notifying.set(conversationId, timer.unref())
  }

  #notify(conversationId: ConversationId): void {
    clearTimeout(this.#notifying.get(conversationId))
    this.#notifying.delete(conversationId)
    for (const listener of this.#listeners) listener(conversationId)
  }
}

function unread(job: Job): JobLook {
  const { sandboxPolicy } = job
  return { ...nameOf(job), sandboxPolicy, ageMs: job.age(), printed: NOTHING_PRINTED }
}

function nameOf({ number, owned, phase }: Job): JobName {
  return { number, command: owned.origin.command, phase }
}
