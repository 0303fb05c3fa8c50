import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import type { QuestionAnswer, UserQuestion } from '../../../../shared/messages/user-question.ts'
import type { ToolRun } from '../../../runtime/ports/ports.ts'
import type { ServerPlace } from '../open-transport.ts'
import type { ServerLog } from '../server-log.ts'
import { within } from '../../system/within.ts'
import { type CallTime, NO_TIMEOUT } from './call-time.ts'
import { fillForm } from './fill-form.ts'
import { type Field, readForm } from './form.ts'
import { askToOpen, type Page, pageAddress } from './open-page.ts'

/** A running call to the server. */
export interface CallAtWork {
  /** Undefined if nobody can be asked. */
  readonly ask: ToolRun['ask']
  readonly time: CallTime
  /** Set once the user has left a question of this call unanswered, so it may not ask again. */
  isUnanswered?: boolean
  /** The open question; `over` resolves when the user no longer sees it. `gaveUp`: the server has withdrawn it. */
  asking?: { readonly gaveUp: AbortSignal; readonly over: Promise<unknown> }
}

interface Server {
  readonly place: Pick<ServerPlace, 'name'>
  readonly log: ServerLog
}

/** The server's name as people and models read it. */
export function nameOf({ name }: Server['place']): string {
  return `The MCP server ${name}`
}

const CANCEL: ElicitResult = { action: 'cancel' }

/**
 * Asks the user on behalf of a server: one question per field of its form, or to open a page. A request that cannot be
 * shown, or belongs to no call, is not passed on. Never rejects. `gaveUp`: the server no longer waits.
 */
export async function elicit(
  request: ElicitRequestParams,
  gaveUp: AbortSignal,
  calls: ReadonlySet<CallAtWork>,
  { log, place }: Server,
): Promise<ElicitResult> {
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
  if (ask === undefined || call.isUnanswered === true || isBusy) {
    log.note('it asked the user, who cannot be asked in this call now')
    return CANCEL
  }
  const wanted = readWanted(request)
  if (wanted === null) {
    log.note('it asked the user for something that Phoenix cannot show; the question was not shown')
    return CANCEL
  }
  time.stop()
  const { promise: over, resolve: end } = Promise.withResolvers<null>()
  const asking = { gaveUp, over }
  call.asking = asking
  await before?.over
  const put = (question: UserQuestion): Promise<QuestionAnswer | null> =>
    ask(nameOf(place), question, gaveUp)
  const { message } = request
  const filled =
    wanted.type === 'page'
      ? await askToOpen({ message, url: wanted.url }, put)
      : await fillForm(message, wanted.fields, put)
  end(null)
  if (call.asking === asking) {
    delete call.asking
    time.goOn()
  }
  // A question that the server withdrew does not show whether anybody is there.
  if (filled.action === 'cancel' && !gaveUp.aborted) call.isUnanswered = true
  return filled
}

/** Returns whether the user has opened a page that a call needs first. False at once when `signal` aborts. */
export async function opens(
  { message, url }: Page,
  signal: AbortSignal,
  call: CallAtWork,
  server: Server,
): Promise<boolean> {
  const request = { mode: 'url', message, url, elicitationId: '' } as const
  const done = await within(elicit(request, signal, new Set([call]), server), NO_TIMEOUT, signal)
  return done.type === 'done' && done.value.action === 'accept'
}

type Wanted =
  | { readonly type: 'page'; readonly url: URL }
  | { readonly type: 'form'; readonly fields: readonly Field[] }

/** Null if it cannot be shown, or should not be opened. */
function readWanted(request: ElicitRequestParams): Wanted | null {
  if (request.mode === 'url') {
    const url = pageAddress(request.url)
    return url === null ? null : { type: 'page', url }
  }
  const fields = readForm(request.requestedSchema)
  return fields === null ? null : { type: 'form', fields }
}
