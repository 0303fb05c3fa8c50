import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import type { ToolRun } from '../../../runtime/ports/ports.ts'
import type { ServerLog } from '../server-log.ts'
import type { CallTime } from './call-time.ts'
import { fillForm } from './fill-form.ts'
import { readForm } from './form.ts'

/** A call of the server that runs. */
export interface CallAtWork {
  /** Absent: nobody can be asked. */
  readonly ask: ToolRun['ask']
  readonly time: CallTime
  /** A person did not answer once: the call asks no more. */
  isUnheard?: boolean
  /** The question that it asks now, until the person is rid of it; `gaveUp`: the server has withdrawn it. */
  asking?: { readonly gaveUp: AbortSignal; readonly over: Promise<unknown> }
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
        ? 'it asked the user outside a call; the question was not shown'
        : 'it asked the user while several calls ran, so it is unclear which one asked; the question was not shown',
    )
    return CANCEL
  }
  const { ask, time } = call
  const { asking: before } = call
  const isBusy = before !== undefined && !before.gaveUp.aborted
  if (ask === undefined || call.isUnheard === true || isBusy) {
    log.note('it asked the user, who cannot be asked in this call now')
    return CANCEL
  }
  const fields = 'requestedSchema' in asked ? readForm(asked.requestedSchema) : null
  if (fields === null) {
    log.note('it asked the user for something that Phoenix cannot show; the question was not shown')
    return CANCEL
  }
  time.stop()
  const { promise: over, resolve: end } = Promise.withResolvers<null>()
  const asking = { gaveUp, over }
  call.asking = asking
  await before?.over
  const filled = await fillForm(asked.message, fields, (question) =>
    ask(server.by, question, gaveUp),
  )
  end(null)
  if (call.asking === asking) {
    delete call.asking
    time.goOn()
  }
  // One that the server withdrew says nothing about whether anybody is there.
  if (filled.action === 'cancel' && !gaveUp.aborted) call.isUnheard = true
  return filled
}
