import type { ConversationId } from '../../../shared/ids.ts'
import type { McpOrigin, McpServer, McpState } from '../../../shared/mcp-server.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ToolUser } from '../../runtime/ports/tool-user.ts'
import type { AbsentPlaces } from '../folder-files/absent-places.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import type { FolderTrust } from '../trust/folder-trust.ts'
import { ServerWords } from '../trust/server-words.ts'
import { BroughtServers } from './brought-servers.ts'
import type { McpChoices } from './choices.ts'
import { Connection } from './connection.ts'
import type { ConnectionParts } from './connection-parts.ts'
import { readFolderFile } from './folder-file.ts'
import type { OfferedTool } from './offered-tools.ts'
import { type PersonServers, valuesOf } from './person-servers.ts'
import { type ConfiguredServer, expanded } from './read-config.ts'

/** How long the first request of a turn waits for a server that starts (ms). */
export const TURN_WAIT_MS = 10_000
const MOST_FOLDERS = 100

/** Where a conversation works. Of a sub-agent, `conversationId` is that of the conversation that a person has. */
export interface McpPlace {
  readonly conversationId: ConversationId
  readonly folder: string
}

/** A server from the view of one conversation. */
export interface Entry extends ConfiguredServer {
  readonly origin: McpOrigin
  /** Why it may not run: null: it may. */
  readonly barred: Extract<McpState, 'notAllowed' | 'changed' | 'off'> | null
  readonly isOffHere: boolean
  /** A sentence; null: nothing is known against it. */
  readonly problem: string | null
}

export interface ServersOptions {
  readonly supervisor: Pick<Supervisor, 'serve'>
  readonly persons: Pick<PersonServers, 'list'>
  readonly choices: Pick<McpChoices, 'isOffIn'>
  readonly trust: FolderTrust
  /** For the variables that configurations name. */
  readonly environment: Readonly<NodeJS.ProcessEnv>
  readonly nextId: () => string
  readonly onSecret: (secret: string) => void
  readonly clean: (text: string) => string
  /** The conversation that a person has, of a sub-agent. */
  readonly rootOf: (conversationId: ConversationId) => ConversationId
  readonly onChanged: () => void
  /** Absent: nobody signs in anywhere. */
  readonly signIns?: ConnectionParts['signIns']
  /** Absent: a folder's file is looked for each time. */
  readonly absent?: AbsentPlaces
  /** For tests. */
  readonly timing?: Pick<ConnectionParts, 'startMs' | 'idleMs' | 'backoffMs'>
}

interface FolderServers {
  readonly servers: readonly ConfiguredServer[]
  readonly problem: string | null
}

/** All servers of all conversations: which there are, which may run, and those that do. */
export class McpServers {
  readonly #options: ServersOptions
  readonly #folders = new Map<string, FolderServers>()
  readonly #connections = new Map<string, Connection>()
  readonly #brought = new BroughtServers()
  readonly words: ServerWords
  #isClosed = false

  constructor(options: ServersOptions) {
    this.#options = options
    this.words = new ServerWords(options.trust)
  }

  /** Null: nobody says where, so there are none. */
  placeOf({ conversationId, folder }: Partial<McpPlace>): McpPlace | null {
    if (conversationId === undefined || folder === undefined) return null
    return { conversationId: this.#options.rootOf(conversationId), folder }
  }

  /** Reads the file of the folder again: what has changed in it is asked about again. */
  async look({ folder }: Pick<McpPlace, 'folder'>): Promise<FolderServers> {
    const read = await readFolderFile(folder, this.#options.absent)
    const found = read.ok
      ? { servers: read.value.servers, problem: read.value.problems.join(' ') || null }
      : { servers: [], problem: read.error }
    this.#folders.delete(folder)
    this.#folders.set(folder, found)
    const [oldest] = this.#folders.keys()
    if (this.#folders.size > MOST_FOLDERS && oldest !== undefined) this.#folders.delete(oldest)
    this.#endForgotten(folder)
    return found
  }

  /** By the last look at the folder. */
  entriesOf({ conversationId, folder }: McpPlace): readonly Entry[] {
    const { choices, persons, trust } = this.#options
    const own = persons.list().map((each) => {
      return { ...each, origin: 'person', barred: each.isOn ? null : 'off' } as const
    })
    const brought = this.#brought
      .in(conversationId)
      .map((each) => ({ ...each, origin: 'client', barred: null }) as const)
    const ofFolder = (this.#folders.get(folder)?.servers ?? []).map((each) => {
      const said = trust.trustOf({ folder, kind: 'server', name: each.name }, each.hash)
      return { ...each, origin: 'folder', barred: said === 'allowed' ? null : said } as const
    })
    const names = new Map<string, McpOrigin>()
    return [...own, ...brought, ...ofFolder].map((each): Entry => {
      const isOffHere = choices.isOffIn(conversationId, each.name)
      const first = names.get(each.name)
      if (first === undefined) {
        names.set(each.name, each.origin)
        return { ...each, isOffHere, problem: null }
      }
      const whose = first === 'person' ? 'a server of yours' : 'a server from your editor'
      const problem = `It has the name of ${whose}, which is used here.`
      return { ...each, barred: 'off', isOffHere, problem }
    })
  }

  /**
   * What a client brings to a conversation, in place of what it brought before. The sentences say what of it is not used,
   * and why.
   */
  bring(
    client: object,
    place: Pick<McpPlace, 'conversationId'>,
    servers: readonly ConfiguredServer[],
  ): readonly string[] {
    this.#brought.bring(client, place.conversationId, servers)
    this.#endUnbrought()
    return this.entriesOf({ ...place, folder: '' }).flatMap(({ name, origin, problem }) =>
      origin === 'client' && problem !== null ? [`${name} is not used. ${problem}`] : [],
    )
  }

  /** A client has gone: what it brought ends. */
  leave(client: object): void {
    this.#brought.leave(client)
    this.#endUnbrought()
  }

  /** Those that a conversation may use. */
  #usableIn(place: McpPlace): readonly Entry[] {
    return this.entriesOf(place).filter(({ barred, isOffHere }) => barred === null && !isOffHere)
  }

  /** Starts what a conversation may use, and waits a while for what starts. Never rejects. */
  async ready(user: ToolUser, signal: AbortSignal): Promise<void> {
    const place = this.placeOf({ ...user })
    if (place === null || this.#isClosed) return
    await this.look(place)
    const connections = this.#usableIn(place).flatMap((entry) => this.connect(entry, place) ?? [])
    await Promise.all(connections.map((each) => each.ready(TURN_WAIT_MS, signal)))
  }

  /** The connections of what a conversation may use, as far as there are any. */
  connectionsIn(place: McpPlace): readonly Connection[] {
    return this.#usableIn(place).flatMap((entry) => this.connectionOf(entry, place) ?? [])
  }

  /** All tools that are known of them, by their names. */
  toolsIn(place: McpPlace): readonly KnownTool[] {
    const known = this.connectionsIn(place).flatMap((connection) =>
      (connection.offer?.tools ?? []).map((tool) => ({ connection, tool })),
    )
    return known.toSorted((a, b) => (a.tool.spec.name < b.tool.spec.name ? -1 : 1))
  }

  connectionOf(entry: Pick<Entry, 'hash' | 'origin'>, place: McpPlace): Connection | null {
    return this.#connections.get(keyOf(entry, place)) ?? null
  }

  /** Null: its variables have no value, or Phoenix is closing. Nothing is started yet. */
  connect(entry: Entry, place: McpPlace): Connection | null {
    const key = keyOf(entry, place)
    const there = this.#connections.get(key)
    if (there !== undefined || this.#isClosed) return there ?? null
    const { clean, nextId, onChanged, onSecret, signIns, supervisor, timing } = this.#options
    const filled = this.#filled(entry)
    if (!filled.ok) return null
    for (const value of Object.values(valuesOf(filled.value)))
      if (value.length >= 6) onSecret(value)
    const connection = new Connection(
      { ...place, name: entry.name, server: filled.value, hash: entry.hash, origin: entry.origin },
      { supervisor, nextId, clean, onChanged, ...timing, ...(signIns && { signIns }) },
    )
    this.#connections.set(key, connection)
    return connection
  }

  /** Why it cannot be started, before it is: a sentence. */
  missingOf(entry: Pick<Entry, 'origin' | 'server'>): string | null {
    const filled = this.#filled(entry)
    return filled.ok ? null : filled.error
  }

  /** A client's has no variables: it is what the client would run itself. */
  #filled({ origin, server }: Pick<Entry, 'origin' | 'server'>): Result<McpServer, string> {
    return origin === 'client' ? ok(server) : expanded(server, this.#options.environment)
  }

  /** What may not run any more ends: what was changed, removed, switched off or is not trusted. */
  endBarred(): void {
    for (const folder of this.#folders.keys()) this.#endForgotten(folder)
  }

  /** A person has signed in there, or has taken that back. */
  signedIn(url: string): void {
    for (const connection of this.#connections.values()) {
      const { server } = connection.place
      if (server.type === 'http' && server.url === url) connection.retry()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#connections.values()].map((each) => each.close()))
  }

  #endForgotten(folder: string): void {
    const { persons, trust } = this.#options
    const own = persons.list().filter(({ isOn }) => isOn)
    const ofFolder = (this.#folders.get(folder)?.servers ?? []).filter(
      ({ hash, name }) => trust.trustOf({ folder, kind: 'server', name }, hash) === 'allowed',
    )
    const kept = new Set([...own, ...ofFolder].map(({ hash }) => hash))
    for (const [key, { place }] of this.#connections) {
      if (place.origin !== 'client' && place.folder === folder && !kept.has(place.hash))
        this.#end(key)
    }
  }

  #endUnbrought(): void {
    for (const [key, { place }] of this.#connections) {
      const { conversationId, hash, origin } = place
      const isHere = this.#brought.in(conversationId).some((each) => each.hash === hash)
      if (origin === 'client' && !isHere) this.#end(key)
    }
  }

  #end(key: string): void {
    const connection = this.#connections.get(key)
    this.#connections.delete(key)
    void connection?.close()
  }
}

export interface KnownTool {
  readonly connection: Connection
  readonly tool: OfferedTool
}

/** What a client brings runs for its conversation only, all else for its folder. */
function keyOf(
  { hash, origin }: Pick<Entry, 'hash' | 'origin'>,
  { conversationId, folder }: McpPlace,
): string {
  return `${hash} ${origin === 'client' ? `of ${conversationId}` : `in ${folder}`}`
}
