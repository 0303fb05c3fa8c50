import { join } from 'node:path'
import { z } from 'zod'
import { McpName, McpServer } from '../../../shared/mcp-server.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { type ReplaceFile, writeAtomically } from '../data-folder/atomic-file.ts'
import { PersonFile } from '../data-folder/person-file.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { type ConfiguredServer, hashOf } from './read-config.ts'

const FILE = 'mcp-servers.json'
/** The key under which the values of all servers are stored together. */
const SECRET = 'mcp-servers'
const MOST_SERVERS = 50

const Saved = z.object({ isOn: z.boolean(), server: McpServer })
const File = z.object({ servers: z.record(McpName, Saved) })
type File = z.infer<typeof File>
const NO_SERVERS: File = { servers: {} }
const Values = z.record(z.string(), z.record(z.string(), z.string()))

export interface PersonServer extends ConfiguredServer {
  readonly isOn: boolean
}

export interface PersonServers {
  list(): readonly PersonServer[]
  /** Adds a server, or replaces the one with its name. The error is a sentence; then nothing has changed. */
  save(name: string, server: McpServer, isOn?: boolean): Result<null, string>
  remove(name: string): Result<null, string>
}

/**
 * The servers that the user has set up for all conversations. Values of variables and headers are secrets: they are stored
 * with the keys. Everything is read at the first use: an app without servers reads nothing.
 */
export function openPersonServers(from: {
  readonly folder: string
  readonly secrets: Secrets
  readonly onSecret: (secret: string) => void
  readonly now: () => number
  readonly replace?: ReplaceFile
}): PersonServers {
  const { folder, now, onSecret, replace = writeAtomically, secrets } = from
  const path = join(folder, FILE)
  const own = new PersonFile<File>({
    path,
    parse: (json) => File.parse(json),
    absent: NO_SERVERS,
    now,
    replace,
  })
  let isLoaded = false
  let known: Map<string, PersonServer> | null = null

  /**
   * A sentence for people if the servers or their values cannot be read now. Once it is null, all of them stay known. Ask
   * this before reading them or working out a change: a fault may pass in between.
   */
  function unread(): string | null {
    if (!isLoaded) secrets.load(SECRET)
    isLoaded = true
    const before = own.content
    const read = own.latest()
    if (own.content !== before) known = null
    return read.ok ? secrets.unread(SECRET) : `It was not saved: ${read.error}.`
  }

  function servers(): Map<string, PersonServer> {
    if (known !== null) return known
    const isWhole = unread() === null
    const values = readValues(secrets.find(SECRET))
    const read = new Map<string, PersonServer>()
    for (const [name, { isOn, server }] of Object.entries(own.content.servers)) {
      const whole = withValues(server, values[name] ?? {})
      read.set(name, { name, isOn, server: whole, hash: hashOf(name, whole) })
      reportSecrets(whole)
    }
    if (isWhole) known = read
    return read
  }

  function reportSecrets(server: McpServer): void {
    for (const value of Object.values(valuesOf(server))) if (value.length >= 6) onSecret(value)
  }

  function write(next: ReadonlyMap<string, PersonServer>): Result<null, string> {
    const all = [...next.values()]
    const values = Object.fromEntries(
      all.flatMap(({ name, server }) => {
        const own = valuesOf(server)
        return Object.keys(own).length === 0 ? [] : [[name, own]]
      }),
    )
    const isEmpty = Object.keys(values).length === 0
    const put = secrets.put(SECRET, isEmpty ? null : JSON.stringify(values))
    if (!put.ok) return put
    const entries = all.map(({ isOn, name, server }) => [
      name,
      { isOn, server: withValues(server, {}) },
    ])
    const written = own.write({ servers: Object.fromEntries(entries) }, 2)
    if (written.ok) known = new Map(next)
    // Both files or neither.
    else put.value()
    return written.ok ? written : failed(`It was not saved: ${written.error}.`)
  }

  return {
    list: () => [...servers().values()],
    save(name, server, isOn = true) {
      const fault = unread()
      if (fault !== null) return failed(fault)
      const next = new Map(servers())
      if (!next.has(name) && next.size >= MOST_SERVERS)
        return failed(`There can be at most ${MOST_SERVERS} servers.`)
      reportSecrets(server)
      return write(next.set(name, { name, server, isOn, hash: hashOf(name, server) }))
    },
    remove(name) {
      const fault = unread()
      if (fault !== null) return failed(fault)
      const next = new Map(servers())
      return next.delete(name) ? write(next) : ok(null)
    },
  }
}

/** The values of variables or headers. */
export function valuesOf(server: McpServer): Readonly<Record<string, string>> {
  return server.type === 'http' ? server.headers : server.env
}

function withValues(server: McpServer, values: Readonly<Record<string, string>>): McpServer {
  return server.type === 'http' ? { ...server, headers: values } : { ...server, env: values }
}

function readValues(text: string | null): z.infer<typeof Values> {
  try {
    return text === null ? {} : Values.parse(JSON.parse(text))
  } catch {
    return {}
  }
}
