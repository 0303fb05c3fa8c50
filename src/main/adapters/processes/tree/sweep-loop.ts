import { beginEnding, type Ending, stepEnding } from './ending.ts'
import type { ProcessTable } from './process-table.ts'
import type { SweepOrder, SweepReport } from './sweep-messages.ts'

/** Survivors are reported only after this time (ms): earlier, most of them are about to die. */
const REPORT_AFTER_MS = 300

interface Job {
  readonly endingId: number
  readonly ending: Ending
  hasSignalled: boolean
  reported: string
}

/** Ends any number of trees in parallel: each scan of the table serves all that are due. */
export function createSweepLoop(
  table: ProcessTable,
  report: (report: SweepReport) => void,
): (order: SweepOrder) => void {
  const jobs = new Map<number, Job>()
  let timer: NodeJS.Timeout | null = null

  function look(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const now = performance.now()
    const due = [...jobs.values()].filter((job) => job.ending.dueAt <= now + 0.5)
    const rows = due.length === 0 ? [] : table.rows()
    for (const job of due) lookAt(job, rows)
    schedule()
  }

  function lookAt(job: Job, rows: ReturnType<ProcessTable['rows']>): void {
    const { endingId, ending } = job
    const now = performance.now()
    const step = stepEnding(ending, rows, table, now)
    if (step.type === 'gone') {
      jobs.delete(endingId)
      report({ type: 'gone', endingId, ended: step.ended })
      return
    }
    if (!job.hasSignalled) {
      job.hasSignalled = true
      report({ type: 'signalled', endingId })
    }
    if (now - ending.startedAt < REPORT_AFTER_MS) return
    const pids = step.members.map((row) => row.pid).join()
    if (pids === job.reported) return
    job.reported = pids
    const processes = step.members.map(({ pid, startTime }) => ({
      pid,
      startTime,
      command: table.commandOf(pid),
    }))
    report({ type: 'alive', endingId, processes })
  }

  function schedule(): void {
    if (jobs.size === 0) return
    const next = Math.min(...[...jobs.values()].map((job) => job.ending.dueAt))
    timer = setTimeout(look, Math.max(0, next - performance.now()))
  }

  return ({ endingId, tree }) => {
    jobs.set(endingId, {
      endingId,
      ending: beginEnding(tree, performance.now()),
      hasSignalled: false,
      reported: '',
    })
    look()
  }
}
