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

/** How long the first request of a turn waits for a starting server (ms). */
export const TURN_WAIT_MS = 10_000
const MOST_FOLDERS = 100

/** Where a conversation works. For a sub-agent, `conversationId` is the user's conversation that it works for. */
export interface McpPlace {
  readonly conversationId: ConversationId
  readonly folder: string
}

/** A server as one conversation sees it. */
export interface Entry extends ConfiguredServer {
  readonly origin: McpOrigin
  /** The reason why it may not run; null if it may. */
  readonly blockedBy: Extract<McpState, 'notAllowed' | 'changed' | 'off'> | null
  readonly isOffHere: boolean
  /** A sentence; null if no problem is known. */
  readonly problem: string | null
}

export interface ServersOptions {
  readonly supervisor: Pick<Supervisor, 'serve'>
  readonly persons: Pick<PersonServers, 'list'>
  readonly choices: Pick<McpChoices, 'isOffIn'>
  readonly trust: FolderTrust
  /** Provides the variables that configurations name. */
  readonly environment: Readonly<NodeJS.ProcessEnv>
  readonly nextId: () => string
  readonly onSecret: (secret: string) => void
  readonly clean: (text: string) => string
  /** The user's conversation that a sub-agent works for. */
  readonly rootOf: (conversationId: ConversationId) => ConversationId
  readonly onChanged: () => void
  /** Default: no sign-ins. */
  readonly signIns?: ConnectionParts['signIns']
  /** Default: a folder's file is looked for each time. */
  readonly absent?: AbsentPlaces
  /** For tests. */
  readonly timing?: Pick<ConnectionParts, 'startMs' | 'idleMs' | 'backoffMs'>
}

interface FolderServers {
  readonly servers: readonly ConfiguredServer[]
  readonly problem: string | null
}

/** All servers of all conversations: the configured ones, which of them may run, and their connections. */
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

  /** Null without a conversation and folder; then there are no servers. */
  placeOf({ conversationId, folder }: Partial<McpPlace>): McpPlace | null {
    if (conversationId === undefined || folder === undefined) return null
    return { conversationId: this.#options.rootOf(conversationId), folder }
  }

  /**
   * Reads the folder's file again: a server that has changed needs approval again. If it cannot be read, the servers that it
   * named before stay: a disk can be slow, and an editor can be writing.
   */
  async look({ folder }: Pick<McpPlace, 'folder'>): Promise<FolderServers> {
    const read = await readFolderFile(folder, this.#options.absent)
    const before = this.#folders.get(folder)
    if (!read.ok && before === undefined) return { servers: [], problem: read.error }
    const found = read.ok
      ? { servers: read.value.servers, problem: read.value.problems.join(' ') || null }
      : { servers: before?.servers ?? [], problem: read.error }
    this.#folders.delete(folder)
    this.#folders.set(folder, found)
    const [oldest] = this.#folders.keys()
    if (this.#folders.size > MOST_FOLDERS && oldest !== undefined) this.#folders.delete(oldest)
    this.#endForgotten(folder)
    return found
  }

  /** The entries since the last look at the folder. */
  entriesOf({ conversationId, folder }: McpPlace): readonly Entry[] {
    const { choices, persons, trust } = this.#options
    const own = persons.list().map((each) => {
      return { ...each, origin: 'person', blockedBy: each.isOn ? null : 'off' } as const
    })
    const brought = this.#brought
      .in(conversationId)
      .map((each) => ({ ...each, origin: 'client', blockedBy: null }) as const)
    const ofFolder = (this.#folders.get(folder)?.servers ?? []).map((each) => {
      const status = trust.trustOf({ folder, kind: 'server', name: each.name }, each.hash)
      return { ...each, origin: 'folder', blockedBy: status === 'allowed' ? null : status } as const
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
      return { ...each, blockedBy: 'off', isOffHere, problem }
    })
  }

  /**
   * Replaces the servers that a client brings to a conversation. Returns sentences about those that are not used, and why.
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

  /** Ends the servers of a client that has disconnected. */
  leave(client: object): void {
    this.#brought.leave(client)
    this.#endUnbrought()
  }

  /** The entries that a conversation may use. */
  #usableIn(place: McpPlace): readonly Entry[] {
    return this.entriesOf(place).filter(
      ({ blockedBy, isOffHere }) => blockedBy === null && !isOffHere,
    )
  }

  /** Starts the servers that a conversation may use, and waits a while for them. Never rejects. */
  async ready(user: ToolUser, signal: AbortSignal): Promise<void> {
    const place = this.placeOf({ ...user })
    if (place === null || this.#isClosed) return
    await this.look(place)
    const connections = this.#usableIn(place).flatMap((entry) => this.connect(entry, place) ?? [])
    await Promise.all(connections.map((each) => each.ready(TURN_WAIT_MS, signal)))
  }

  /** The existing connections of the servers that a conversation may use. */
  connectionsIn(place: McpPlace): readonly Connection[] {
    return this.#usableIn(place).flatMap((entry) => this.connectionOf(entry, place) ?? [])
  }

  /** All known tools of these connections, sorted by name. */
  toolsIn(place: McpPlace): readonly KnownTool[] {
    const known = this.connectionsIn(place).flatMap((connection) =>
      (connection.offer?.tools ?? []).map((tool) => ({ connection, tool })),
    )
    return known.toSorted((a, b) => (a.tool.spec.name < b.tool.spec.name ? -1 : 1))
  }

  connectionOf(entry: Pick<Entry, 'hash' | 'origin'>, place: McpPlace): Connection | null {
    return this.#connections.get(keyOf(entry, place)) ?? null
  }

  /** Null if a variable has no value, or Phoenix is closing. Does not start the server yet. */
  connect(entry: Entry, place: McpPlace): Connection | null {
    const key = keyOf(entry, place)
    const existing = this.#connections.get(key)
    if (existing !== undefined || this.#isClosed) return existing ?? null
    const { clean, nextId, onChanged, onSecret, signIns, supervisor, timing } = this.#options
    const filled = this.filled(entry)
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

  /** A sentence about the reason why it cannot be started; null if it can. */
  missingOf(entry: Pick<Entry, 'origin' | 'server'>): string | null {
    const filled = this.filled(entry)
    return filled.ok ? null : filled.error
  }

  /** With its variables expanded; a client's server has none: it is what the client would run itself. */
  filled({ origin, server }: Pick<Entry, 'origin' | 'server'>): Result<McpServer, string> {
    return origin === 'client' ? ok(server) : expanded(server, this.#options.environment)
  }

  /** Ends servers that may no longer run: changed, removed, switched off or not trusted. */
  endBlocked(): void {
    const folders = new Set([...this.#connections.values()].map(({ place }) => place.folder))
    for (const folder of folders) this.#endForgotten(folder)
  }

  /** After a sign-in, connections to this address that have failed start again at their next use. */
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

/** A server brought by a client runs only for its conversation, any other for its folder. */
function keyOf(
  { hash, origin }: Pick<Entry, 'hash' | 'origin'>,
  { conversationId, folder }: McpPlace,
): string {
  return `${hash} ${origin === 'client' ? `of ${conversationId}` : `in ${folder}`}`
}
