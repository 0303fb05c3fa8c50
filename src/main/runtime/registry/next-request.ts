import type { ContextShares } from '../../../shared/messages/context-use.ts'
import type { Result } from '../../../shared/result.ts'
import { buildRequest } from '../../core/request/build-request.ts'
import { notesInForce, notesSent } from '../../core/request/instruction-notes.ts'
import { sharesOf } from '../../core/request/context-shares.ts'
import { withModelName } from '../../core/request/system-prompt.ts'
import { callerOf } from '../../core/machine/context.ts'
import type { ModelRequest, RequestMessage, ToolSpec } from '../../core/request/model-request.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { BlobPort } from '../ports/file-ports.ts'
import type { CountTokens, Timers, ToolPort } from '../ports/ports.ts'
import type { RequestContents, SentTool } from '../../../shared/conversation/request-contents.ts'
import { MCP_PREFIX } from '../../../shared/mcp-server.ts'
import { systemText } from '../conversation/system-text.ts'

export interface NextRequestPorts {
  readonly tools: Pick<ToolPort, 'specs'>
  readonly blobs: Pick<BlobPort, 'read'>
  readonly timers: Pick<Timers, 'soon'>
}

/** Returns the parts of a conversation's next request, if it were sent now. */
export async function measureNext(
  runtime: ConversationRuntime,
  ports: NextRequestPorts,
): Promise<ContextShares> {
  const request = await nextRequest(runtime, ports)
  const notes = notesSent(runtime.record.memory.needed())
  return sharesOf(request, { systemPrompt: systemPromptOf(runtime), notes })
}

/** Returns what its model would receive in addition to the messages. */
export async function nextRequestContents(
  runtime: ConversationRuntime,
  ports: NextRequestPorts,
): Promise<RequestContents> {
  const { system, tools } = await nextRequest(runtime, ports)
  const isOwn = runtime.record.stored.systemPrompt !== null
  const files = notesInForce(runtime.record.memory.needed()).flatMap(({ file, path }) =>
    file === null ? [] : [{ path, isCut: file.isCut, text: file.text, bytes: bytesOf(file.text) }],
  )
  return {
    model: runtime.provider.model,
    system: { from: isOwn ? 'person' : 'phoenix', text: system, bytes: bytesOf(system) },
    files,
    tools: tools.map(sentTool),
  }
}

function sentTool({ description, inputSchema, name }: ToolSpec): SentTool {
  return {
    name,
    from: name.startsWith(MCP_PREFIX) ? 'server' : 'phoenix',
    description,
    input: JSON.stringify(inputSchema, null, 2),
    bytes: bytesOf(name + description + JSON.stringify(inputSchema)),
  }
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Returns its size, counted by the model's endpoint. */
export async function countNext(
  runtime: ConversationRuntime,
  ports: NextRequestPorts,
  count: CountTokens,
  signal: AbortSignal,
): Promise<Result<number, string>> {
  const { effort, webSearch } = runtime.liveContext
  const request = answerable(await nextRequest(runtime, ports))
  const searches = webSearch === true && runtime.provider.searchesWeb === true
  return count({ request, effort, webSearch: searches, signal })
}

async function nextRequest(
  runtime: ConversationRuntime,
  { blobs, timers, tools }: NextRequestPorts,
): Promise<ModelRequest> {
  await runtime.record.memory.prepare(timers)
  const { conversationId, folder, instructions, role } = runtime.liveContext
  const { documents, endpoint, model } = runtime.provider
  const { provider, record } = runtime
  const active = record.memory.needed()
  const thinks = (): boolean => record.hasThought(provider)
  const user = { caller: callerOf(role), model, hasThought: thinks, conversationId, folder }
  const settings = { systemPrompt: systemPromptOf(runtime), instructions }
  return buildRequest(active, {
    endpoint,
    model,
    documents,
    system: systemText(settings, active, blobs).text,
    tools: tools.specs(user),
  })
}

function systemPromptOf({ liveContext, provider }: ConversationRuntime): string {
  return withModelName(liveContext.systemPrompt, provider.model)
}

/**
 * Makes the request end with a person's message, as it will when it is sent; adds the shortest possible one if there is
 * none yet.
 */
function answerable(request: ModelRequest): ModelRequest {
  if (request.messages.at(-1)?.role === 'user') return request
  const next: RequestMessage = { role: 'user', blocks: [{ type: 'text', text: '.' }] }
  return { ...request, messages: [...request.messages, next] }
}
