import { createHash } from 'node:crypto'
import * as z from '../../../shared/schema.ts'
import { McpName, McpServer } from '../../../shared/mcp-server.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'

/** A server as a file or the user has defined it, before its variables are expanded. */
export interface ConfiguredServer {
  readonly name: string
  readonly server: McpServer
  /** SHA-256 of the whole entry, which the user allows. */
  readonly hash: string
}

export interface ReadConfig {
  readonly servers: readonly ConfiguredServer[]
  /** Sentences about unusable entries. */
  readonly problems: readonly string[]
}

const MOST_SERVERS = 50
const File = z.object({ mcpServers: z.record(z.string(), z.unknown()).default({}) })

/** Reads `.mcp.json`: an unusable entry is skipped, the others stay. The error is a sentence. */
export function readConfig(text: string): Result<ReadConfig, string> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return failed(`.mcp.json is not valid JSON: ${error instanceof Error ? error.message : ''}.`)
  }
  const file = File.safeParse(json)
  if (!file.success) return failed('.mcp.json has no object "mcpServers".')
  const servers: ConfiguredServer[] = []
  const problems: string[] = []
  for (const [name, entry] of Object.entries(file.data.mcpServers)) {
    const read = readEntry(name, entry)
    if (!read.ok) problems.push(read.error)
    else if (servers.length < MOST_SERVERS) servers.push(read.value)
    else problems.push(`${name} was left out: there can be at most ${MOST_SERVERS} servers.`)
  }
  return ok({ servers, problems })
}

function readEntry(name: string, entry: unknown): Result<ConfiguredServer, string> {
  const shown = JSON.stringify(name.slice(0, 64))
  if (!McpName.safeParse(name).success || name !== name.trim()) {
    return failed(`The server ${shown} has a name that cannot be used (at most 64 characters).`)
  }
  const type = typeOf(entry)
  if (type === 'sse') {
    return failed(
      `The server ${shown} uses SSE, which MCP has replaced with streamable HTTP. Give its address with "type": "http".`,
    )
  }
  const usual = type === 'streamable-http' ? { ...Object(entry), type: 'http' } : entry
  const read = McpServer.safeParse(usual)
  if (!read.success) {
    return failed(
      `The server ${shown} cannot be used: it needs "command" (with "args" and "env"), or "url" (with "headers").`,
    )
  }
  return ok({ name, server: read.data, hash: hashOf(name, read.data) })
}

function typeOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'type' in entry ? entry.type : undefined
}

/** Fields are sorted, so the same server has the same hash whatever their order. */
export function hashOf(name: string, server: McpServer): string {
  const entries = Object.entries(server).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sorted = entries.map(([field, value]) => [field, isValues(value) ? sortedOf(value) : value])
  return createHash('sha256')
    .update(JSON.stringify([name, sorted]))
    .digest('hex')
}

function isValues(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortedOf(values: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** `${NAME}` and `${NAME:-other}`, as other programs expand them. */
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/** Expands the variables. The error is a sentence about one that has no value. */
export function expanded(
  server: McpServer,
  environment: Readonly<NodeJS.ProcessEnv>,
): Result<McpServer, string> {
  const missing = new Set<string>()
  const fill = (text: string): string =>
    text.replaceAll(VARIABLE, (_whole, name: string, other: string | undefined) => {
      const value = environment[name] ?? other
      if (value === undefined) missing.add(name)
      return value ?? ''
    })
  const fillAll = (values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]))
  const filled =
    server.type === 'http'
      ? { ...server, url: fill(server.url), headers: fillAll(server.headers) }
      : {
          ...server,
          command: fill(server.command),
          args: server.args.map(fill),
          env: fillAll(server.env),
        }
  if (missing.size > 0) {
    const names = [...missing].join(', ')
    return failed(`It needs ${names}, which ${missing.size === 1 ? 'is' : 'are'} not set.`)
  }
  return ok(filled)
}
