import type {
  Client,
  ElicitRequestParams,
  ElicitResult,
  ServerCapabilities,
} from '@modelcontextprotocol/client'
import * as z from '../../../shared/schema.ts'
import { VERSION } from '../../../shared/version.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { guard } from '../../runtime/guard.ts'
import { listPages, type ListPage } from './list-pages.ts'
import { type Offer, offeredInstructions, offeredTools } from './offered-tools.ts'
import { openTransport, rootOf, type ServerPlace } from './open-transport.ts'
import { loadSdk } from './sdk.ts'
import type { SignIns } from './sign-in/sign-in.ts'
import type { ServerLog } from './server-log.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { AwakeLimit } from '../system/awake-limit.ts'
import { NO_TIMEOUT } from './elicitation/call-time.ts'

/** A server may have to be downloaded first (npx, uvx). */
export const START_MS = 30_000
/** How long requesting a whole list may take. */
const PAGE_MS = 10_000
const LIST_CHANGED_MS = 500
/** How long it may take to show that it is alive. */
const ALIVE_MS = 2_000

const Tools = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })
const Prompts = z.object({ prompts: z.array(z.unknown()), nextCursor: z.string().optional() })
const Resources = z.object({ resources: z.array(z.unknown()), nextCursor: z.string().optional() })

/** A running server, from its handshake until it is closed. */
export interface Session {
  readonly client: Client
  readonly capabilities: ServerCapabilities
  /** Its answer when it was last asked. */
  offer(): Offer
  prompts(): Promise<readonly unknown[]>
  resources(): Promise<readonly unknown[]>
  /** False if it does not even answer a ping in time. */
  isAlive(): Promise<boolean>
  /** Resolves with a sentence when it ends, for whatever reason. */
  readonly over: Promise<string>
  close(): Promise<void>
}

export interface SessionParts {
  readonly supervisor: Pick<Supervisor, 'serve'>
  readonly log: ServerLog
  readonly signal: AbortSignal
  readonly workId: string
  /** Called when its list of tools has changed. */
  onTools(): void
  /** Asks the user in the middle of a call. Never rejects. */
  onElicit(request: ElicitRequestParams, gaveUp: AbortSignal): Promise<ElicitResult>
  /** Called when it wants the user to sign in. */
  readonly onRefused: () => void
  readonly signIns?: Pick<SignIns, 'providerFor'>
  readonly startMs?: number
}

/** Starts a server, performs the handshake and requests its tools, all within its limit. The error is a sentence. */
export async function openSession(
  place: ServerPlace,
  parts: SessionParts,
): Promise<Result<Session, string>> {
  const { log, signal, startMs = START_MS } = parts
  const opened = await openTransport(place, parts)
  if (!opened.ok) return opened
  const { transport } = opened.value
  const fault = (): string | null => opened.value.fault()
  const { Client } = await loadSdk()
  let offer: Offer = { instructions: '', tools: [], leftOut: [] }
  const client = new Client(
    { name: 'Phoenix', version: VERSION },
    {
      // No sampling: requests for it get "method not found".
      capabilities: {
        roots: { listChanged: false },
        elicitation: { form: {}, url: {} },
      },
      versionNegotiation: { mode: place.server.type === 'http' ? 'auto' : 'legacy' },
      listChanged: {
        tools: {
          autoRefresh: false,
          debounceMs: LIST_CHANGED_MS,
          onChanged: guard('a changed list of tools', () => void refresh()),
        },
        prompts: forgetting('prompts', () => prompts.forget()),
        resources: forgetting('resources', () => resources.forget()),
      },
    },
  )
  client.setRequestHandler('roots/list', () => ({ roots: [rootOf(place.folder)] }))
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
    parts.onElicit(params, mcpReq.signal),
  )
  client.setNotificationHandler('notifications/message', ({ params }) => {
    log.note(`${params.level}: ${log.words(JSON.stringify(params.data))}`)
  })
  client.fallbackRequestHandler = ({ method }) => {
    log.note(`it asked for ${method.slice(0, 100)}, which Phoenix does not do for servers`)
    return Promise.reject(new Error(`Phoenix does not offer ${method.slice(0, 100)}.`))
  }
  const { promise: over, resolve: end } = Promise.withResolvers<string>()
  Object.assign(client, {
    onerror: guard("a server's error", (error) => log.note(log.words(error))),
    onclose: guard("a server's exit", () => end(fault() ?? 'Its connection was closed.')),
  } satisfies Pick<Client, 'onclose' | 'onerror'>)

  async function pagesOf<Page extends { readonly nextCursor?: string | undefined }>(
    method: 'tools/list' | 'prompts/list' | 'resources/list',
    schema: z.ZodType<Page>,
    itemsOf: (page: Page) => readonly unknown[],
  ): Promise<Result<{ items: readonly unknown[]; problems: readonly string[] }, string>> {
    using limit = new AwakeLimit(Math.min(PAGE_MS, startMs))
    const options = { signal: AbortSignal.any([signal, limit.over]), timeout: NO_TIMEOUT }
    const ask = async (cursor: string | undefined): Promise<ListPage> => {
      const params = cursor === undefined ? {} : { cursor }
      const page = await client.request({ method, params }, schema, options)
      return { items: itemsOf(page), next: page.nextCursor }
    }
    return await listPages(method.split('/')[0] ?? '', ask, (error) =>
      limit.over.aborted ? 'timed out' : log.words(error),
    )
  }

  async function listTools(): Promise<Result<null, string>> {
    const { tools: has } = client.getServerCapabilities() ?? {}
    if (has === undefined) return ok(null)
    const listed = await pagesOf('tools/list', Tools, (page) => page.tools)
    if (!listed.ok) return listed
    const { leftOut, tools } = await offeredTools(place.name, listed.value.items)
    offer = { ...offer, tools, leftOut: [...listed.value.problems, ...leftOut] }
    return ok(null)
  }

  const optional = async (
    has: unknown,
    ask: () => ReturnType<typeof pagesOf>,
  ): Promise<readonly unknown[]> => {
    if (has === undefined) return []
    const listed = await ask()
    if (listed.ok) return listed.value.items
    log.note(listed.error)
    return []
  }
  const prompts = kept(() =>
    optional(client.getServerCapabilities()?.prompts, () =>
      pagesOf('prompts/list', Prompts, (page) => page.prompts),
    ),
  )
  const resources = kept(() =>
    optional(client.getServerCapabilities()?.resources, () =>
      pagesOf('resources/list', Resources, (page) => page.resources),
    ),
  )

  let isRefreshing = false
  /** True if the tools have changed since they were last asked for. */
  let hasChanged = false
  async function refresh(): Promise<void> {
    hasChanged = true
    if (isRefreshing) return
    isRefreshing = true
    while (hasChanged) {
      hasChanged = false
      const listed = await listTools()
      if (listed.ok) parts.onTools()
      else log.note(listed.error)
    }
    isRefreshing = false
  }

  async function isAlive(): Promise<boolean> {
    using limit = new AwakeLimit(ALIVE_MS)
    try {
      await client.ping({ signal: limit.over, timeout: NO_TIMEOUT })
      return true
    } catch {
      return false
    }
  }

  async function close(): Promise<void> {
    try {
      await client.close()
    } catch (error) {
      log.note(log.words(error))
    }
    await transport.close()
  }

  try {
    await client.connect(transport, { timeout: startMs, maxTotalTimeout: startMs, signal })
    offer = { ...offer, instructions: offeredInstructions(client.getInstructions()) }
    const listed = await listTools()
    if (!listed.ok) throw new Error(listed.error)
  } catch (error) {
    await close()
    const lastLine = log.lastLine()
    const why = fault() ?? `It did not start: ${log.words(error)}.`.replace(/\.\.$/, '.')
    return failed(lastLine === '' ? why : `${why} It said last: ${lastLine}`)
  }
  const capabilities = client.getServerCapabilities() ?? {}
  return ok({
    client,
    capabilities,
    offer: () => offer,
    prompts: () => prompts.get(),
    resources: () => resources.get(),
    isAlive,
    over,
    close,
  })
}

const KEPT_MS = 20_000

interface Kept<Answer> {
  get(): Promise<Answer>
  /** Makes the next caller ask again. */
  forget(): void
}

/** Caches the last answer for a while: typing asks with every key. */
function kept<Answer>(ask: () => Promise<Answer>): Kept<Answer> {
  let last: { readonly answer: Promise<Answer>; readonly until: number } | null = null
  return {
    get() {
      const now = performance.now()
      if (last === null || now > last.until) last = { answer: ask(), until: now + KEPT_MS }
      return last.answer
    },
    forget() {
      last = null
    },
  }
}

/** The handler for a server's notice that a list has changed; the list is read when it is next needed. */
function forgetting(what: string, forget: () => void): ListChange {
  return {
    autoRefresh: false,
    debounceMs: LIST_CHANGED_MS,
    onChanged: guard(`a changed list of ${what}`, forget),
  }
}

interface ListChange {
  readonly autoRefresh: false
  readonly debounceMs: number
  readonly onChanged: () => void
}
