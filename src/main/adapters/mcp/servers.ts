import type { ConversationId } from '../../../shared/ids.ts'
import type { McpOrigin, McpState } from '../../../shared/mcp-server.ts'
import type { ToolUser } from '../../runtime/ports/tool-user.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import type { FolderTrust } from '../trust/folder-trust.ts'
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

/** A server as it stands for one conversation. */
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
  readonly trust: Pick<FolderTrust, 'trustOf'>
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
  #isClosed = false

  constructor(options: ServersOptions) {
    this.#options = options
  }

  /** Null: nobody says where, so there are none. */
  placeOf({ conversationId, folder }: Partial<McpPlace>): McpPlace | null {
    if (conversationId === undefined || folder === undefined) return null
    return { conversationId: this.#options.rootOf(conversationId), folder }
  }

  /** Reads the file of the folder again: what has changed in it is asked about again. */
  async look({ folder }: Pick<McpPlace, 'folder'>): Promise<FolderServers> {
    const read = await readFolderFile(folder)
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
    const own = persons.list().map((each): Entry => {
      const barred = each.isOn ? null : 'off'
      const isOffHere = choices.isOffIn(conversationId, each.name)
      return { ...each, origin: 'person', barred, isOffHere, problem: null }
    })
    const names = new Set(own.map(({ name }) => name))
    const ofFolder = (this.#folders.get(folder)?.servers ?? []).map((each): Entry => {
      const said = trust.trustOf({ folder, kind: 'server', name: each.name }, each.hash)
      const isOffHere = choices.isOffIn(conversationId, each.name)
      const isTaken = names.has(each.name)
      const problem = isTaken ? 'It has the name of a server of yours, which is used here.' : null
      const barred = isTaken ? 'off' : said === 'allowed' ? null : said
      return { ...each, origin: 'folder', barred, isOffHere, problem }
    })
    return [...own, ...ofFolder]
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

  connectionOf({ hash }: Pick<Entry, 'hash'>, { folder }: McpPlace): Connection | null {
    return this.#connections.get(keyOf(hash, folder)) ?? null
  }

  /** Null: its variables have no value, or Phoenix is closing. Nothing is started yet. */
  connect(entry: ConfiguredServer, place: McpPlace): Connection | null {
    const key = keyOf(entry.hash, place.folder)
    const there = this.#connections.get(key)
    if (there !== undefined || this.#isClosed) return there ?? null
    const { clean, environment, nextId, onChanged, onSecret, supervisor, timing } = this.#options
    const { signIns } = this.#options
    const filled = expanded(entry.server, environment)
    if (!filled.ok) return null
    for (const value of Object.values(valuesOf(filled.value)))
      if (value.length >= 6) onSecret(value)
    const connection = new Connection(
      { ...place, name: entry.name, server: filled.value },
      { supervisor, nextId, clean, onChanged, ...timing, ...(signIns && { signIns }) },
    )
    this.#connections.set(key, connection)
    return connection
  }

  /** Why it cannot be started, before it is: a sentence. */
  missingOf({ server }: Pick<Entry, 'server'>): string | null {
    const filled = expanded(server, this.#options.environment)
    return filled.ok ? null : filled.error
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
    const keys = new Set([...own, ...ofFolder].map(({ hash }) => keyOf(hash, folder)))
    for (const [key, connection] of this.#connections) {
      if (connection.place.folder !== folder || keys.has(key)) continue
      this.#connections.delete(key)
      void connection.close()
    }
  }
}

export interface KnownTool {
  readonly connection: Connection
  readonly tool: OfferedTool
}

function keyOf(hash: string, folder: string): string {
  return `${hash} ${folder}`
}
