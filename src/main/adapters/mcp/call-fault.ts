import type { CallToolResult } from '@modelcontextprotocol/client'
import { NEVER, within } from '../system/within.ts'
import { STREAM_ENDED } from './open-transport.ts'
import { loadSdk } from './sdk.ts'
import type { ServerLog } from './server-log.ts'
import type { Session } from './session.ts'

/** How long to wait for the reason why a server ended, which arrives around the same time (ms). */
const REASON_MS = 500
/** The statuses with which servers refuse a session that they have forgotten. */
const SESSION_GONE = new Set([400, 404])

export type CallEnd =
  | { readonly type: 'answered'; readonly result: CallToolResult }
  /** A sentence. `isLost`: the server no longer knows this session. */
  | { readonly type: 'failed'; readonly text: string; readonly isLost?: true }
  /** The same; the user has to sign in again. */
  | { readonly type: 'signedOut'; readonly text: string }
  | { readonly type: 'timedOut'; readonly text: string }
  | { readonly type: 'aborted' }

export interface CallFacts {
  readonly signal: AbortSignal
  /** Aborts when its time is up. Default: `signal` limits it. */
  readonly late?: AbortSignal
  readonly limitMs?: number
}

/** Returns a sentence about a call that was not answered. `name`: "The MCP server files". */
export async function faultOf(
  error: unknown,
  name: string,
  session: Session,
  log: ServerLog,
  { late = NEVER, limitMs = 0, signal }: CallFacts,
): Promise<Exclude<CallEnd, { type: 'answered' }>> {
  if (signal.aborted) return { type: 'aborted' }
  const { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } = await loadSdk()
  const code = error instanceof SdkError ? error.code : null
  if (late.aborted) {
    const seconds = Math.max(1, Math.round(limitMs / 1_000))
    const text = `${name} did not answer within ${seconds} s. The call was cancelled; what it has done by then is not known.`
    return { type: 'timedOut', text }
  }
  if (code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.NotConnected) {
    const why = await within(session.over, REASON_MS, NEVER)
    const text = `${name} ended during the call. ${why.type === 'done' ? why.value : ''}`
    return { type: 'failed', text: text.trim() }
  }
  if (error instanceof SdkHttpError && SESSION_GONE.has(error.status)) {
    const text = `${name} no longer knows this session (status ${error.status}). Call again: a new one is begun.`
    return { type: 'failed', text, isLost: true }
  }
  if (error instanceof UnauthorizedError) {
    const text = `${name} refused the call. It wants the user to sign in again: Settings, MCP servers.`
    return { type: 'signedOut', text }
  }
  if (error instanceof ProtocolError && error.code === STREAM_ENDED) {
    const text = `${name} sent no whole answer before the connection ended. What it has done by then is not known.`
    return { type: 'failed', text }
  }
  const kind = error instanceof ProtocolError ? 'answered with an error' : 'answered wrongly'
  return { type: 'failed', text: `${name} ${kind}: ${log.words(error)}` }
}
