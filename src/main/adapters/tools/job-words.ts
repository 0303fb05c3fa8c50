import { assertNever } from '../../../shared/assert-never.ts'
import { summaryOfRunning } from '../../../shared/conversation/background-job.ts'
import type { JobLook, JobName, JobStart } from '../processes/jobs/job-control.ts'
import type { JobPhase } from '../processes/jobs/job.ts'
import { withRefusal } from './leaving-sandbox.ts'
import { ABORTED, failedWith, type ToolResult } from './definition/tool.ts'

/** The texts about its background jobs that a model reads. */
export function describeStart(start: JobStart): ToolResult {
  switch (start.type) {
    case 'started':
      return describeLook(start.job, { hasWaited: false })
    case 'full':
      return failedWith(
        `Not started: ${start.running.length} background jobs are already running, which is the limit. Stop one first. Running:\n${listOf(start.running)}`,
      )
    case 'notStarted':
      return failedWith(start.reason)
    case 'aborted':
      return ABORTED
    default:
      return assertNever(start)
  }
}

/** `hasWaited`: includes the elapsed time, because the model asked to wait, so two such answers differ. */
export function describeLook(look: JobLook, { hasWaited }: { hasWaited: boolean }): ToolResult {
  const { sandboxPolicy, number, phase, printed } = look
  const output = printed.text.trim() === '' ? '(nothing new printed)' : printed.text.trimEnd()
  const phaseText = wordsOf(phase)
  const age = `${Math.round(look.ageMs / 1_000)} s`
  const isBad = phase.type === 'killed' || (phase.type === 'exited' && phase.code !== 0)
  const text = `${output}\njob ${number}: ${phaseText} · ${age}`
  const result: ToolResult = {
    outcome: isBad ? 'failed' : 'ok',
    content: [{ type: 'text', text }],
    summary: phase.type === 'running' ? summaryOfRunning(number) : `job ${number}: ${phaseText}`,
    files: [],
    fingerprint: hasWaited ? text : `${output}\njob ${number}: ${phaseText}`,
  }
  if (phase.type !== 'exited' || phase.code === 0) return result
  return withRefusal(result, { printed: printed.text, sandboxPolicy })
}

/** Jobs that have ended meanwhile, each reported once. Null if there is nothing to report. */
export function newsOf(ended: readonly JobName[]): string | null {
  if (ended.length === 0) return null
  return `Ended in the meantime; read them with output:\n${listOf(ended)}`
}

export function listOf(jobs: readonly JobName[]): string {
  return jobs
    .map(({ number, command, phase }) => `job ${number} (${command}): ${wordsOf(phase)}`)
    .join('\n')
}

const ENDED_BY = { model: 'stopped', person: 'ended by the user', phoenix: 'ended by Phoenix' }

function wordsOf(phase: JobPhase): string {
  switch (phase.type) {
    case 'running':
      return 'running'
    case 'ending':
      return 'stopping'
    case 'exited':
      return `exit ${phase.code}`
    case 'killed':
      return `killed by ${phase.signal}`
    case 'withdrawn':
      return phase.right === 'network'
        ? 'ended because the user switched off the network'
        : 'ended because the user made the conversation read-only'
    case 'ended': {
      const words = ENDED_BY[phase.by]
      return phase.isLeft
        ? `${words}, but one of its processes is still running; the user can see it`
        : words
    }
    default:
      return assertNever(phase)
  }
}
