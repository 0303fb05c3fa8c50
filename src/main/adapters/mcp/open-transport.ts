import { pathToFileURL } from 'node:url'
import type {
  JSONRPCMessage,
  RequestId,
  StreamableHTTPClientTransport,
  Transport,
} from '@modelcontextprotocol/client'
import type { McpOrigin, McpServer } from '../../../shared/mcp-server.ts'
import { WorkId, type ConversationId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { guard } from '../../runtime/guard.ts'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { ProcessTransport } from './process-transport.ts'
import { serverFetch } from './server-fetch.ts'
import { loadSdk } from './sdk.ts'
import type { SignIns } from './sign-in/sign-in.ts'
import type { ServerLog } from './server-log.ts'

/** Of an error that no server sent; from the range that JSON-RPC leaves to implementations. */
export const STREAM_ENDED = -32_099

/** Where a server runs, and for which conversation. */
export interface ServerPlace {
  readonly name: string
  /** The hash of its configuration. */
  readonly hash: string
  readonly origin: McpOrigin
  /** With its variables expanded. */
  readonly server: McpServer
  readonly folder: string
  /** The conversation whose turn started it; its processes that do not end are shown there. */
  readonly conversationId: ConversationId
}

export interface OpenedTransport {
  readonly transport: Transport
  /** The reason why it ended, as a sentence; null if unknown. */
  fault(): string | null
}

interface TransportParts {
  readonly supervisor: Pick<Supervisor, 'serve'>
  readonly log: ServerLog
  readonly signal: AbortSignal
  /** A new id. */
  readonly workId: string
  readonly onRefused: () => void
  readonly signIns?: Pick<SignIns, 'providerFor'>
}

/** Opens the transport to a server, without sending anything yet. The error is a sentence. */
export async function openTransport(
  { conversationId, folder, name, server }: ServerPlace,
  { log, onRefused, signal, signIns, supervisor, workId }: TransportParts,
): Promise<Result<OpenedTransport, string>> {
  const sdk = await loadSdk()
  if (server.type === 'http') {
    const { origin } = new URL(server.url)
    const hasOwnKey = Object.keys(server.headers).some((name) => /^authorization$/i.test(name))
    const authProvider = hasOwnKey ? undefined : signIns?.providerFor(server.url, onRefused)
    const transport = new sdk.StreamableHTTPClientTransport(new URL(server.url), {
      fetch: serverFetch((requested) => requested === origin),
      requestInit: { headers: { ...server.headers } },
      ...(authProvider === undefined ? {} : { authProvider }),
    })
    failAtStreamEnd(transport)
    return ok({ transport, fault: () => null })
  }
  const words = [server.command, ...server.args].map(shellQuote)
  const served = await supervisor.serve({
    conversationId,
    workId: WorkId.parse(workId),
    command: process.platform === 'win32' ? words.join(' ') : `exec ${words.join(' ')}`,
    label: `MCP server ${name}`,
    environment: server.env,
    folder,
    sandboxPolicy: server.sandbox ? { folder: 'writable', network: true } : null,
    signal,
  })
  if (served.type === 'aborted') return failed('It was stopped while it started.')
  if (served.type === 'failed') return failed(served.reason)
  const parse = (line: string): JSONRPCMessage => sdk.deserializeMessage(line)
  const transport = new ProcessTransport(served.process, { log, parse })
  return ok({ transport, fault: () => transport.fault })
}

/**
 * Answers a request with an error if its stream has ended without an answer and cannot be resumed: the SDK would wait for the
 * answer until the limit of the request. For a transport that is not connected yet.
 */
function failAtStreamEnd(transport: StreamableHTTPClientTransport): void {
  const waiting = new Set<RequestId>()
  // The SDK calls it before its own.
  Object.assign(transport, {
    onmessage: guard('an answer', (message: JSONRPCMessage) => {
      if (!('method' in message) && message.id !== undefined) waiting.delete(message.id)
    }),
  } satisfies Pick<Transport, 'onmessage'>)
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    if (Array.isArray(message) || !('method' in message && 'id' in message))
      return send(message, options)
    const { id } = message
    waiting.add(id)
    const onRequestStreamEnd = guard('the end of an answer', () => {
      options?.onRequestStreamEnd?.()
      if (!waiting.has(id)) return
      const error = { code: STREAM_ENDED, message: 'The connection broke off.' }
      transport.onmessage?.({ jsonrpc: '2.0', id, error })
    })
    return send(message, { ...options, onRequestStreamEnd })
  }
}

/** The folder as it is described to a server. */
export function rootOf(folder: string): { readonly uri: string; readonly name: string } {
  return { uri: pathToFileURL(folder).href, name: folder.split(/[\\/]/).at(-1) ?? folder }
}
