import { join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { McpName, McpServer } from '../../../shared/mcp-server.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { type ReplaceFile, writeAtomically } from '../data-folder/atomic-file.ts'
import { unknownFields } from '../data-folder/edited-json.ts'
import { PersonFile } from '../data-folder/person-file.ts'
import {
  faultNotices,
  refusalOf,
  shownName,
  whatIsWrong,
} from '../data-folder/person-file-words.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { type ConfiguredServer, hashOf } from './read-config.ts'

const FILE = 'mcp-servers.json'
/** The key under which the values of all servers are stored together. */
const SECRET = 'mcp-servers'
const MOST_SERVERS = 50

const Saved = z.object({ isOn: z.boolean(), server: McpServer })
/** Each entry is judged by itself: a wrong one, and what this version does not know, stay in the file as they are. */
const File = z.looseObject({ servers: z.record(z.string(), z.unknown()) })
type File = z.infer<typeof File>
const Entry = Saved.extend({ name: McpName })
const WHAT = ['Your servers', 'none of them is used'] as const
const NO_SERVERS: File = { servers: {} }
const Values = z.record(z.string(), z.record(z.string(), z.string()))

export interface PersonServer extends ConfiguredServer {
  readonly isOn: boolean
}

export interface PersonServers {
  list(): readonly PersonServer[]
  /** Adds a server, or replaces the one with its name. The error is a sentence; then nothing has changed. */
  save(name: string, server: McpServer): Result<null, string>
  /** Keeps everything else of the server, edits made outside Phoenix too. */
  switch(name: string, isOn: boolean): Result<null, string>
  remove(name: string): Result<null, string>
  /** Sentences for people about what cannot be used. */
  problems(): readonly string[]
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
    for (const [name, { isOn, server }] of judge(own.content).usable) {
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

  /** The entry of one server; null removes it. All others keep theirs, and their values. */
  function write(name: string, next: PersonServer | null): Result<null, string> {
    const { content } = own
    const server = next?.server
    const entry = server && {
      ...unknownFields(content.servers[name], Saved),
      isOn: next?.isOn,
      server: { ...unknownOfServer(content.servers[name]), ...withValues(server, {}) },
    }
    const servers = withEntry<unknown>(content.servers, name, entry)
    const given = server && valuesOf(server)
    const hasGiven = given !== undefined && Object.keys(given).length > 0
    const before = readValues(secrets.find(SECRET))
    // Of servers that were removed by hand they go. A file that was set aside may come back.
    const needed = own.fault === null ? onlyOf(before, servers) : before
    const values = withEntry(needed, name, hasGiven ? given : undefined)
    const isEmpty = Object.keys(values).length === 0
    const put = secrets.put(SECRET, isEmpty ? null : JSON.stringify(values))
    if (!put.ok) return put
    const written = own.write({ ...content, servers }, 2)
    known = null
    // Both files or neither.
    if (!written.ok) put.value()
    return written.ok ? written : failed(`It was not saved: ${written.error}.`)
  }

  return {
    list: () => [...servers().values()],
    save(name, server) {
      const fault = unread()
      if (fault !== null) return failed(fault)
      const before = servers()
      if (!before.has(name) && before.size >= MOST_SERVERS)
        return failed(`There can be at most ${MOST_SERVERS} servers.`)
      reportSecrets(server)
      return write(name, { name, server, isOn: true, hash: hashOf(name, server) })
    },
    switch(name, isOn) {
      const fault = unread()
      if (fault !== null) return failed(fault)
      const own = servers().get(name)
      return own === undefined
        ? failed(`You have no server ${name}.`)
        : write(name, { ...own, isOn })
    },
    remove(name) {
      const fault = unread()
      if (fault !== null) return failed(fault)
      return servers().has(name) ? write(name, null) : ok(null)
    },
    problems: () => [...faultNotices(own.fault, ...WHAT), ...judge(own.content).refused],
  }
}

function judge({ servers }: File): {
  readonly usable: readonly (readonly [name: string, z.infer<typeof Saved>])[]
  readonly refused: readonly string[]
} {
  const judged = Object.entries(servers).map(([name, entry]) => {
    const read = Entry.safeParse({ ...Object(entry), name })
    return { name, read }
  })
  return {
    usable: judged.flatMap(({ name, read }) => (read.success ? [[name, read.data] as const] : [])),
    refused: judged.flatMap(({ name, read }) =>
      read.success
        ? []
        : [refusalOf(`Your server ${shownName(name)}`, whatIsWrong(read.error), FILE)],
    ),
  }
}

/** The fields of a server, of either type, that this version does not know. */
function unknownOfServer(entry: unknown): Readonly<Record<string, unknown>> {
  const { data } = z.object({ server: z.unknown() }).safeParse(entry)
  return unknownFields(data?.server, ...McpServer.options.map((each) => each.unwrap()))
}

/** `entry`: undefined removes it. */
function withEntry<Value>(
  entries: Readonly<Record<string, Value>>,
  name: string,
  entry: Value | undefined,
): Record<string, Value> {
  if (entry !== undefined) return { ...entries, [name]: entry }
  return Object.fromEntries(Object.entries(entries).filter(([each]) => each !== name))
}

function onlyOf<Value>(
  entries: Readonly<Record<string, Value>>,
  of: object,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => Object.hasOwn(of, name)))
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
