import { appError, type AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { mcpCommands } from '../../../shared/protocol/mcp-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { ServerPlace } from '../ports/servers/mcp-port.ts'
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
    work: (place: ServerPlace) => Promise<Result<Answer, AppError>>,
  ): Promise<Result<Answer, AppError>> {
    const place = placeOf(id)
    return place.ok ? work(place.value) : place
  }

  async function atOrNowhere<Answer>(
    id: ConversationId | null,
    work: (place: ServerPlace | null) => Promise<Result<Answer, AppError>>,
  ): Promise<Result<Answer, AppError>> {
    return id === null ? work(null) : at(id, work)
  }

  const bringing = new WeakSet<object>()

  return {
    'mcp.list': ({ conversationId }) =>
      atOrNowhere(conversationId, async (place) => ok(await mcp.list(place))),
    'mcp.save': ({ name, server }) => asAnswer(mcp.save(name, server)),
    'mcp.remove': ({ name }) => asAnswer(mcp.remove(name)),
    'mcp.switch': ({ isOn, name }) => asAnswer(mcp.switch(name, isOn)),
    'mcp.allow': ({ conversationId, ...decision }) =>
      at(conversationId, async (place) => asAnswer(await mcp.allow(place, decision))),
    'mcp.accept': ({ conversationId, ...decision }) =>
      atOrNowhere(conversationId, async (place) => asAnswer(await mcp.accept(place, decision))),
    'mcp.use': ({ conversationId, isOn, name }) =>
      at(conversationId, (place) => Promise.resolve(asAnswer(mcp.use(place, name, isOn)))),
    'mcp.bring': ({ conversationId, servers }, client) => {
      // Servers brought to a deleted conversation can still be withdrawn.
      const place = servers.length === 0 ? null : placeOf(conversationId)
      if (place?.ok === false) return Promise.resolve(place)
      if (!bringing.has(client)) client.onClose(() => mcp.leave(client))
      bringing.add(client)
      return Promise.resolve(ok({ problems: mcp.bring(client, conversationId, servers) }))
    },
    'mcp.test': ({ conversationId, name }, client) =>
      atOrNowhere(conversationId, async (place) => {
        const stop = new AbortController()
        const stopListening = client.onClose(() => stop.abort())
        const tested = await mcp.test(place, name, stop.signal)
        stopListening()
        return ok(tested)
      }),
    'mcp.signIn': ({ conversationId, name }) =>
      atOrNowhere(conversationId, async (place) => {
        const begun = await mcp.signIn(place, name)
        return begun.ok ? ok({ url: begun.value }) : failed(appError('invalidInput', begun.error))
      }),
    'mcp.log': ({ conversationId, name }) =>
      atOrNowhere(conversationId, (place) => Promise.resolve(ok({ text: mcp.log(place, name) }))),
    'mcp.prompts': ({ conversationId }) =>
      at(conversationId, async (place) => ok({ prompts: await mcp.prompts(place) })),
    'mcp.prompt': ({ conversationId, ...prompt }) =>
      at(conversationId, async (place) => {
        const text = await mcp.prompt(place, prompt)
        return text.ok ? ok({ text: text.value }) : failed(appError('invalidInput', text.error))
      }),
    'mcp.resources': ({ conversationId, text }) =>
      at(conversationId, async (place) => ok({ resources: await mcp.resources(place, text) })),
  }
}

function asAnswer(result: Result<null, string>): Nothing {
  return result.ok ? ok({}) : failed(appError('invalidInput', result.error))
}
