import {
  agent,
  type AgentApp,
  type AgentContext,
  type ClientCapabilities,
  type McpServer,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type SessionInfo,
} from '@agentclientprotocol/sdk'
import type { Client } from '../../client/client.ts'
import { ConversationId } from '../../shared/ids.ts'
import { OneByOne } from '../../shared/one-by-one.ts'
import type { ConversationSummary } from '../../shared/conversation/conversation.ts'
import type { Result } from '../../shared/result.ts'
import type { AppError } from '../../shared/app-error.ts'
import type { SettingsView } from '../../shared/settings/settings.ts'
import { VERSION } from '../../shared/version.ts'
import type { OpenedApp } from '../conversations.ts'
import { Session } from './session.ts'
import { bringServers } from './session-servers.ts'
import { answerText, offerText } from './unsaved-text.ts'

/** Number of sessions listed at a time. */
const LIST_PAGE = 50

export interface PhoenixAgent {
  readonly app: AgentApp
  /** Stops everything that its client started. */
  close(): Promise<void>
}

/** Creates an agent of the Agent Client Protocol for one client. Its sessions are the app's conversations. */
export function phoenixAgent(
  client: Client,
  opened: OpenedApp,
  note: (line: string) => void,
): PhoenixAgent {
  const sessions = new Map<string, Session>()
  /** The openings of sessions: what arrives meanwhile is for the session that they open. */
  const openings = new OneByOne<string>()
  let peer: AgentContext | null = null
  let capabilities: ClientCapabilities = {}
  let settings: SettingsView = opened.settings

  client.onEvent((event) => {
    if (event.type === 'settings.changed') settings = event.settings
    if (event.type === 'list.changed') sessions.get(event.summary.id)?.retitle(event.summary.title)
    if (event.type === 'editor.asked' && peer !== null) void answerText(client, peer, event, note)
  })

  /** Opens a session, after everything that opens it already: two at once would both follow it and ask. */
  function open(id: ConversationId, servers: readonly McpServer[] = []): Promise<Session> {
    return openings.run(id, () => openNext(id, servers))
  }

  async function openNext(id: ConversationId, servers: readonly McpServer[]): Promise<Session> {
    if (peer === null) throw RequestError.internalError()
    const turn = sessions.get(id)?.leave()
    const by = { client, peer, capabilities, note }
    const session = await Session.open(by, id, () => settings, turn).catch((error: unknown) => {
      sessions.delete(id)
      throw error
    })
    sessions.set(id, session)
    await bringServers(client, id, servers, note)
    await offerText(client, capabilities, id, note)
    return session
  }

  /** Withdraws what the client brought to a session, which ends with it. */
  async function withoutClient(id: ConversationId): Promise<void> {
    await client.request('mcp.bring', { conversationId: id, servers: [] })
    await client.request('editor.offer', { conversationId: id, isOffered: false })
  }

  function sessionOf(id: string): Session {
    const session = sessions.get(id)
    if (session === undefined) throw RequestError.sessionNotFound(id)
    return session
  }

  /** Acts on a session at once, or as soon as it is open, in the order of the requests. */
  function withSession<Value>(
    id: string,
    act: (session: Session) => Promise<Value>,
  ): Promise<Value> {
    const over = openings.untilOver(id)
    return over === undefined ? act(sessionOf(id)) : over.then(() => act(sessionOf(id)))
  }

  const app = agent({ name: 'phoenix' })
    .onConnect((connection) => {
      peer = connection.client
    })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities ?? {}
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: 'phoenix', title: 'Phoenix', version: VERSION },
        agentCapabilities: {
          loadSession: true,
          mcpCapabilities: { http: true, sse: false },
          promptCapabilities: { image: true, embeddedContext: true },
          sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
        },
        authMethods: [],
      }
    })
    .onRequest(methods.agent.session.new, async ({ params }) => {
      const conversationId = ConversationId.parse(crypto.randomUUID())
      valueOf(await client.request('conversation.create', { conversationId, folder: params.cwd }))
      const session = await open(conversationId, params.mcpServers)
      return { sessionId: conversationId, ...session.setUp() }
    })
    .onRequest(methods.agent.session.load, async ({ params }) => {
      const session = await open(idOf(params.sessionId), params.mcpServers)
      await session.replay()
      return session.setUp()
    })
    .onRequest(methods.agent.session.resume, async ({ params }) =>
      (await open(idOf(params.sessionId), params.mcpServers)).setUp(),
    )
    .onRequest(methods.agent.session.list, async ({ params }) => {
      const { conversations } = valueOf(await client.request('app.open', {}))
      return pageOf(conversations, params.cwd ?? null, params.cursor ?? null)
    })
    .onRequest(methods.agent.session.delete, async ({ params }) => {
      const id = idOf(params.sessionId)
      await openings.untilOver(id)
      sessions.delete(id)
      valueOf(await client.request('conversation.delete', { conversationId: id }))
      await withoutClient(id)
    })
    .onRequest(methods.agent.session.close, ({ params }) =>
      withSession(params.sessionId, async (session) => {
        sessions.delete(session.id)
        await session.close()
        await withoutClient(session.id)
      }),
    )
    .onRequest(methods.agent.session.setMode, ({ params }) =>
      withSession(params.sessionId, async (session) => {
        await session.choose('mode', params.modeId)
      }),
    )
    .onRequest(methods.agent.session.setConfigOption, ({ params }) =>
      withSession(params.sessionId, async (session) => ({
        configOptions: await session.choose(params.configId, params.value),
      })),
    )
    .onRequest(methods.agent.session.prompt, ({ params, signal }) =>
      withSession(params.sessionId, (session) => session.prompt(params.prompt, signal)),
    )
    .onNotification(methods.agent.session.cancel, ({ params: { sessionId } }) => {
      sessions.get(sessionId)?.cancel()
      // A prompt may wait until the session is open.
      return openings.untilOver(sessionId)?.then(() => sessions.get(sessionId)?.cancel())
    })

  return {
    app,
    async close() {
      const all = [...sessions.values()]
      sessions.clear()
      await Promise.all(all.map((session) => session.close()))
    },
  }
}

function idOf(sessionId: string): ConversationId {
  const id = ConversationId.safeParse(sessionId)
  if (!id.success) throw RequestError.sessionNotFound(sessionId)
  return id.data
}

function valueOf<Value>(answer: Result<Value, AppError>): Value {
  if (answer.ok) return answer.value
  throw RequestError.invalidParams(undefined, answer.error.message)
}

/** Most recently changed first. `cursor`: the number listed before. */
function pageOf(
  conversations: readonly ConversationSummary[],
  cwd: string | null,
  cursor: string | null,
): { readonly sessions: SessionInfo[]; readonly nextCursor?: string } {
  const from = cursor === null ? 0 : Number(cursor)
  if (!Number.isSafeInteger(from) || from < 0) {
    throw RequestError.invalidParams(
      undefined,
      'This cursor does not belong to a list of sessions.',
    )
  }
  const listed = conversations
    .filter(({ folder, hasBegun, isArchived }) => {
      return hasBegun && !isArchived && (cwd === null || folder === cwd)
    })
    .toSorted((one, other) => other.updatedAt - one.updatedAt)
  const sessions = listed
    .slice(from, from + LIST_PAGE)
    .map(({ folder, id, title, updatedAt }): SessionInfo => ({
      sessionId: id,
      cwd: folder,
      title,
      updatedAt: new Date(updatedAt).toISOString(),
    }))
  const next = from + LIST_PAGE
  return { sessions, ...(next < listed.length && { nextCursor: String(next) }) }
}
