import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import type { ToolRun } from '../../../runtime/ports/ports.ts'
import { within } from '../../system/within.ts'
import type { ServerLog } from '../server-log.ts'
import type { CallTime } from './call-time.ts'
import { fillForm } from './fill-form.ts'
import { readForm } from './form.ts'

/** The machine ends every question before that. */
const WAIT_MS = 24 * 60 * 60_000

/** A call of the server that runs. */
export interface CallAtWork {
  /** Absent: nobody can be asked. */
  readonly ask: ToolRun['ask']
  readonly time: CallTime
  /** A person did not answer once: the call asks no more. */
  isUnheard?: boolean
  /** It asks now. */
  isAsking?: boolean
}

const CANCEL: ElicitResult = { action: 'cancel' }

/**
 * Asks the person for a server: one question for each field of its form. What cannot be shown, or belongs to no call, is
 * not asked. Never rejects. `gaveUp`: the server no longer waits.
 */
export async function elicit(
  asked: ElicitRequestParams,
  gaveUp: AbortSignal,
  server: {
    readonly by: string
    readonly calls: ReadonlySet<CallAtWork>
    readonly log: ServerLog
  },
): Promise<ElicitResult> {
  const { calls, log } = server
  const [call] = calls
  if (call === undefined || calls.size > 1) {
    log.note(
      call === undefined
        ? 'it asked the user outside a call: nobody was asked'
        : 'it asked the user while several calls ran, so nobody can know which: nobody was asked',
    )
    return CANCEL
  }
  const { ask, time } = call
  if (ask === undefined || call.isUnheard === true || call.isAsking === true) {
    log.note('it asked the user, who cannot be asked in this call now')
    return CANCEL
  }
  const fields = 'requestedSchema' in asked ? readForm(asked.requestedSchema) : null
  if (fields === null) {
    log.note('it asked the user for what Phoenix cannot show: nobody was asked')
    return CANCEL
  }
  time.stop()
  call.isAsking = true
  const filled = await fillForm(asked.message, fields, async (question) => {
    const answer = await within(ask(server.by, question), WAIT_MS, gaveUp)
    return answer.type === 'done' ? answer.value : null
  })
  call.isAsking = false
  time.goOn()
  if (filled.action === 'cancel') call.isUnheard = true
  return filled
}
