import { join } from 'node:path'
import { z } from 'zod'
import { McpName, McpServer } from '../../../shared/mcp-server.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { type ReplaceFile, writeAtomically } from '../data-folder/atomic-file.ts'
import { moveAside } from '../data-folder/move-aside.ts'
import { readRegular } from '../data-folder/regular-file.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { faultCode } from '../system/file-fault.ts'
import { type ConfiguredServer, hashOf } from './read-config.ts'

const FILE = 'mcp-servers.json'
/** The key under which the values of all servers are stored together. */
const SECRET = 'mcp-servers'
const MOST_SERVERS = 50

const Saved = z.object({ isOn: z.boolean(), server: McpServer })
const File = z.object({ servers: z.record(McpName, Saved) })
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
  const { folder, onSecret, replace = writeAtomically, secrets } = from
  let known: Map<string, PersonServer> | null = null

  function servers(): Map<string, PersonServer> {
    if (known !== null) return known
    secrets.load(SECRET)
    const values = readValues(secrets.find(SECRET))
    const read = new Map<string, PersonServer>()
    for (const [name, { isOn, server }] of Object.entries(readFile(folder, from.now()))) {
      const whole = withValues(server, values[name] ?? {})
      read.set(name, { name, isOn, server: whole, hash: hashOf(name, whole) })
      reportSecrets(whole)
    }
    known = read
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
    const text = `${JSON.stringify({ servers: Object.fromEntries(entries) }, null, 2)}\n`
    const written = replace(join(folder, FILE), text, 0o600)
    if (written.ok) known = new Map(next)
    // Both files or neither.
    else put.value()
    return written.ok ? written : failed(`It was not saved: ${written.error}.`)
  }

  return {
    list: () => [...servers().values()],
    save(name, server, isOn = true) {
      const next = new Map(servers())
      if (!next.has(name) && next.size >= MOST_SERVERS)
        return failed(`There can be at most ${MOST_SERVERS} servers.`)
      reportSecrets(server)
      return write(next.set(name, { name, server, isOn, hash: hashOf(name, server) }))
    },
    remove(name) {
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

/** An unusable file is moved aside; then there are no servers. */
function readFile(folder: string, at: number): z.infer<typeof File>['servers'] {
  const path = join(folder, FILE)
  try {
    return File.parse(JSON.parse(readRegular(path).toString())).servers
  } catch (error) {
    if (faultCode(error) !== 'ENOENT') moveAside(path, at)
    return {}
  }
}

function readValues(text: string | null): z.infer<typeof Values> {
  try {
    return text === null ? {} : Values.parse(JSON.parse(text))
  } catch {
    return {}
  }
}
