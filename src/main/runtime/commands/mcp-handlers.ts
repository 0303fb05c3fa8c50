import { appError, type AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { mcpCommands } from '../../../shared/protocol/mcp-commands.ts'
import type { trustCommands } from '../../../shared/protocol/trust-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { McpPort, ServerPlace } from '../ports/servers/mcp-port.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'

type Nothing = Result<Record<string, never>, AppError>

export function mcpHandlers(
  { mcp }: Pick<HandlerPorts, 'mcp'>,
  { find }: ConversationAccess,
): HandlersOf<keyof typeof mcpCommands> {
  function placeOf(id: ConversationId): Result<ServerPlace, AppError> {
    const found = find(id)
    if (!found.ok) return found
    const { conversationId, folder } = found.value.liveContext
    return ok({ conversationId, folder })
  }

  async function at<Answer>(
    id: ConversationId,
    work: (place: ServerPlace, port: McpPort) => Promise<Result<Answer, AppError>>,
  ): Promise<Result<Answer, AppError>> {
    const place = placeOf(id)
    return place.ok ? work(place.value, mcp) : place
  }

  async function atOrNowhere<Answer>(
    id: ConversationId | null,
    work: (place: ServerPlace | null, port: McpPort) => Promise<Result<Answer, AppError>>,
  ): Promise<Result<Answer, AppError>> {
    return id === null ? work(null, mcp) : at(id, work)
  }

  const bringing = new WeakSet<object>()

  return {
    'mcp.list': ({ conversationId }) =>
      atOrNowhere(conversationId, async (place, port) => ok(await port.list(place))),
    'mcp.save': ({ name, server }) => asAnswer(mcp.save(name, server)),
    'mcp.remove': ({ name }) => asAnswer(mcp.remove(name)),
    'mcp.switch': ({ isOn, name }) => asAnswer(mcp.switch(name, isOn)),
    'mcp.allow': ({ conversationId, ...decision }) =>
      at(conversationId, async (place, port) => asAnswer(await port.allow(place, decision))),
    'mcp.accept': ({ conversationId, ...decision }) =>
      atOrNowhere(conversationId, async (place, port) =>
        asAnswer(await port.accept(place, decision)),
      ),
    'mcp.use': ({ conversationId, isOn, name }) =>
      at(conversationId, (place, port) => Promise.resolve(asAnswer(port.use(place, name, isOn)))),
    'mcp.bring': ({ conversationId, servers }, client) => {
      // Servers brought to a deleted conversation can still be withdrawn.
      const place = servers.length === 0 ? null : placeOf(conversationId)
      if (place?.ok === false) return Promise.resolve(place)
      if (!bringing.has(client)) client.onClose(() => mcp.leave(client))
      bringing.add(client)
      return Promise.resolve(ok({ problems: mcp.bring(client, conversationId, servers) }))
    },
    'mcp.test': ({ conversationId, name }, client) =>
      atOrNowhere(conversationId, async (place, port) => {
        const stop = new AbortController()
        const stopListening = client.onClose(() => stop.abort())
        const tested = await port.test(place, name, stop.signal)
        stopListening()
        return ok(tested)
      }),
    'mcp.signIn': ({ conversationId, name }) =>
      atOrNowhere(conversationId, async (place, port) => {
        const begun = await port.signIn(place, name)
        return begun.ok ? ok({ url: begun.value }) : failed(appError('invalidInput', begun.error))
      }),
    'mcp.log': ({ conversationId, name }) =>
      atOrNowhere(conversationId, (place, port) =>
        Promise.resolve(ok({ text: port.log(place, name) })),
      ),
    'mcp.prompts': ({ conversationId }) =>
      at(conversationId, async (place, port) => ok({ prompts: await port.prompts(place) })),
    'mcp.prompt': ({ conversationId, ...prompt }) =>
      at(conversationId, async (place, port) => {
        const text = await port.prompt(place, prompt)
        return text.ok ? ok({ text: text.value }) : failed(appError('invalidInput', text.error))
      }),
    'mcp.resources': ({ conversationId, text }) =>
      at(conversationId, async (place, port) =>
        ok({ resources: await port.resources(place, text) }),
      ),
  }
}

function asAnswer(result: Result<null, string>): Nothing {
  return result.ok ? ok({}) : failed(appError('invalidInput', result.error))
}

/** Commands for a person's trust in a folder's files. */
export function trustHandlers(
  { trust }: Pick<HandlerPorts, 'trust'>,
  { find }: ConversationAccess,
): HandlersOf<keyof typeof trustCommands> {
  function folderOf(id: ConversationId | null): Result<string | null, AppError> {
    if (id === null) return ok(null)
    const found = find(id)
    return found.ok ? ok(found.value.liveContext.folder) : found
  }

  return {
    'trust.list': async ({ conversationId }) => {
      const folder = folderOf(conversationId)
      return folder.ok ? ok({ files: await trust.list(folder.value) }) : folder
    },
    'trust.allow': async ({ conversationId, ...decision }) => {
      const folder = folderOf(conversationId)
      if (!folder.ok) return folder
      const allowed = await trust.allow(folder.value, decision)
      return allowed.ok ? ok({}) : failed(appError('invalidInput', allowed.error))
    },
  }
}
