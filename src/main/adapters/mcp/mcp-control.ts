import * as z from '../../../shared/schema.ts'
import {
  MAX_RESOURCES,
  type McpPrompt,
  type McpResource,
} from '../../../shared/protocol/mcp-commands.ts'
import { type McpServer, type McpServerView, programOf } from '../../../shared/mcp-server.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { visibleText } from '../../../shared/visible-text.ts'
import type { McpPort, ServerPlace } from '../../runtime/ports/servers/mcp-port.ts'
import type { AbsentPlaces } from '../folder-files/absent-places.ts'
import { isSecretName } from '../processes/spawn/clean-environment.ts'
import { AwakeLimit } from '../system/awake-limit.ts'
import { NEVER, within } from '../system/within.ts'
import { counted } from '../tools/definition/capped.ts'
import type { FolderTrust } from '../trust/folder-trust.ts'
import type { McpChoices } from './choices.ts'
import type { Connection } from './connection.ts'
import { NO_TIMEOUT } from './elicitation/call-time.ts'
import { type PersonServers, valuesOf } from './person-servers.ts'
import { hashOf } from './read-config.ts'
import type { SignIns } from './sign-in/sign-in.ts'
import type { Entry, McpServers } from './servers.ts'

const MAX_PROMPTS = 200
const ASK_MS = 15_000

const Prompt = z.object({
  name: z.string().min(1).max(200),
  description: z.string().catch(''),
  arguments: z
    .array(z.object({ name: z.string().max(200), required: z.boolean().catch(false) }))
    .catch([]),
})
const Resource = z.object({ uri: z.string().min(1).max(2_000), name: z.string().catch('') })

/** `testPlace`: the place where the user's own servers are tested outside of a conversation. */
export function createMcpControl(parts: {
  readonly servers: McpServers
  readonly persons: PersonServers
  readonly choices: McpChoices
  readonly trust: FolderTrust
  readonly testPlace: ServerPlace
  /** Default: no sign-ins. */
  readonly signIns?: Pick<SignIns, 'begin' | 'forget'>
  readonly absent?: Pick<AbsentPlaces, 'forget'>
}): McpPort {
  const { choices, testPlace, persons, servers, signIns, trust } = parts

  function entryOf(place: ServerPlace | null, name: string): Entry | null {
    const entries = servers.entriesOf(place ?? testPlace)
    return entries.find((each) => each.name === name) ?? null
  }

  function changed(result: Result<null, string>): Result<null, string> {
    if (result.ok) servers.endBlocked()
    return result
  }

  function addresses(): readonly string[] {
    return persons.list().flatMap(({ server }) => {
      const filled = servers.filled({ origin: 'person', server })
      return filled.ok && filled.value.type === 'http' ? [filled.value.url] : []
    })
  }

  /** Also signs out of the servers that are no longer there. */
  function removing(change: () => Result<null, string>): Result<null, string> {
    const before = addresses()
    const result = changed(change())
    const now = addresses()
    for (const url of before) if (!now.includes(url)) signIns?.forget(url)
    return result
  }

  function running(place: ServerPlace): readonly Connection[] {
    return servers.connectionsIn(place).filter((each) => each.running !== null)
  }

  return {
    async list(place) {
      parts.absent?.forget()
      const { problem: ofFolder } = place === null ? { problem: null } : await servers.look(place)
      const problems = [...(ofFolder === null ? [] : [ofFolder]), ...persons.problems()]
      const at = place ?? testPlace
      const entries = servers
        .entriesOf(at)
        .filter(({ origin }) => place !== null || origin === 'person')
      return {
        servers: entries.map((entry) => viewOf(entry, parts, at)),
        problem: problems.length === 0 ? null : problems.join(' '),
      }
    },
    save: (name, server) => removing(() => persons.save(name, server)),
    remove: (name) => removing(() => persons.remove(name)),
    switch: (name, isOn) => changed(persons.switch(name, isOn)),
    async allow(place, { hash, isAllowed, name }) {
      await servers.look(place)
      const entry = entryOf(place, name)
      if (entry?.origin !== 'folder')
        return failed(`The folder no longer sets up a server ${name}.`)
      if (isAllowed && entry.hash !== hash)
        return failed(`The server ${name} has changed in the meantime. Review it again.`)
      const what = { folder: place.folder, kind: 'server', name } as const
      const now = { hash: entry.hash, text: textOf(entry) }
      const result = isAllowed ? trust.allow(what, now) : trust.forbid(what)
      return changed(result.ok ? result : failed(`It was not saved: ${result.error}.`))
    },
    async accept(place, { hash, name }) {
      const at = place ?? testPlace
      const entry = entryOf(place, name)
      const connection = entry && servers.connectionOf(entry, at)
      if (connection === null) return failed(`No server ${name} has run yet.`)
      const result = servers.words.accept(connection.place, connection.offer, hash)
      return result.ok ? result : failed(`It could not be accepted: ${result.error}`)
    },
    use(place, name, isOn) {
      const result = choices.use(place.conversationId, name, isOn)
      return result.ok ? result : failed(`It was not saved: ${result.error}.`)
    },
    bring(client, conversationId, brought) {
      const entries = brought.map((each) => ({ ...each, hash: hashOf(each.name, each.server) }))
      return servers.bring(client, { conversationId }, entries)
    },
    leave: (client) => servers.leave(client),
    async test(place, name, signal) {
      const at = place ?? testPlace
      await servers.look(at)
      const entry = entryOf(place, name)
      if (entry === null) return { works: false, message: `There is no server ${name}.` }
      if (entry.blockedBy === 'notAllowed' || entry.blockedBy === 'changed')
        return { works: false, message: 'Allow it first: testing it would run it.' }
      const missing = servers.missingOf(entry)
      const connection = servers.connect(entry, at)
      if (connection === null) return { works: false, message: missing ?? 'Phoenix is closing.' }
      const tested = await connection.test(signal)
      if (!tested.ok) return { works: false, message: tested.error }
      const { leftOut, tools } = tested.value
      const problems =
        leftOut.length === 0 ? '' : ` ${counted(leftOut.length, 'problem')}: see below.`
      return { works: true, message: `It works: ${counted(tools.length, 'tool')}.${problems}` }
    },
    async signIn(place, name) {
      const entry = entryOf(place, name)
      const connection = entry && servers.connectionOf(entry, place ?? testPlace)
      const server = connection?.place.server
      if (server?.type !== 'http' || signIns === undefined || entry?.blockedBy !== null)
        return failed(`${name} needs no sign-in.`)
      const begun = await signIns.begin(server.url)
      if (begun.ok && begun.value === null) servers.signedIn(server.url)
      return begun
    },
    log(place, name) {
      const entry = entryOf(place, name)
      if (entry === null) return ''
      return servers.connectionOf(entry, place ?? testPlace)?.log.text ?? ''
    },
    async prompts(place) {
      const listed = await Promise.all(
        running(place).map(async (connection) => {
          const prompts = await soon(connection.running?.prompts())
          return prompts.flatMap((each) => promptOf(connection.place.name, each))
        }),
      )
      return listed.flat().slice(0, MAX_PROMPTS)
    },
    async prompt(place, { arguments: values, name, server }) {
      const connection = running(place).find((each) => each.place.name === server)
      if (connection === undefined) return failed(`The MCP server ${server} is not running.`)
      using limit = new AwakeLimit(ASK_MS)
      const answer = await connection.ask(
        ({ client }, signal) =>
          client.getPrompt({ name, arguments: { ...values } }, { signal, timeout: NO_TIMEOUT }),
        limit.over,
      )
      if (!answer.ok) return answer
      const texts = answer.value.messages.map(({ content }) =>
        content.type === 'text' ? content.text : '',
      )
      const text = texts.filter((each) => each !== '').join('\n\n')
      return text === '' ? failed('The prompt contains no text.') : ok(text.slice(0, MAX_TEXT))
    },
    async resources(place, text) {
      const wanted = text.toLowerCase()
      const listed = await Promise.all(
        running(place).map(async (connection) => {
          const resources = await soon(connection.running?.resources())
          return resources.flatMap((each) => resourceOf(connection.place.name, each))
        }),
      )
      const fitting = listed.flat().filter(({ name, server, uri }) => {
        const words = `${server}:${uri} ${name}`.toLowerCase()
        return words.includes(wanted)
      })
      return fitting.slice(0, MAX_RESOURCES)
    },
  }
}

const MAX_TEXT = 100_000
/** How long somebody who is typing waits for a server's list (ms). A late list is there for the next key. */
const TYPING_MS = 400

async function soon(listed: Promise<readonly unknown[]> | undefined): Promise<readonly unknown[]> {
  if (listed === undefined) return []
  const answered = await within(listed, TYPING_MS, NEVER)
  return answered.type === 'done' ? answered.value : []
}

function promptOf(server: string, listed: unknown): readonly McpPrompt[] {
  const read = Prompt.safeParse(listed)
  if (!read.success) return []
  const { arguments: fields, description, name } = read.data
  const line = visibleText(description.replaceAll(/\s+/g, ' ').trim().slice(0, 300))
  const wanted = fields.map((field) => ({ name: field.name, isRequired: field.required }))
  return [{ server, name, description: line, arguments: wanted }]
}

function resourceOf(server: string, listed: unknown): readonly McpResource[] {
  const read = Resource.safeParse(listed)
  return read.success ? [{ server, uri: read.data.uri, name: read.data.name.slice(0, 200) }] : []
}

function viewOf(
  entry: Entry,
  { servers, trust }: { readonly servers: McpServers; readonly trust: FolderTrust },
  place: ServerPlace,
): McpServerView {
  const { blockedBy, hash, isOffHere, name, origin, server } = entry
  const connection = servers.connectionOf(entry, place)
  const offer = connection?.offer ?? null
  const missing = blockedBy === null ? servers.missingOf(entry) : null
  const what = { folder: place.folder, kind: 'server', name } as const
  const now = { hash, text: textOf(entry) }
  return {
    name,
    origin,
    hash,
    type: server.type,
    program: programOf(server),
    runs: partsOf(entry, inQuotes).join(' '),
    difference: origin === 'folder' ? trust.statusOf(what, now).difference : null,
    given: Object.keys(valuesOf(server)),
    isSandboxed: server.type === 'stdio' && server.sandbox,
    state: blockedBy ?? connection?.state ?? 'idle',
    isOffHere,
    wantsSignIn: connection?.wantsSignIn === true && connection.state === 'failed',
    problem: entry.problem ?? missing ?? connection?.problem ?? null,
    tools: offer?.tools.length ?? null,
    instructions: offer?.instructions ?? '',
    words: connection === null ? null : servers.words.viewOf(connection.place, offer),
    leftOut: offer?.leftOut ?? [],
  }
}

type Shown = Pick<Entry, 'origin' | 'server'>

/** The command or address, its words as `word` writes them, with the shown values as in a shell or a request. */
function partsOf({ origin, server }: Shown, word: (text: string) => string): readonly string[] {
  const values = Object.entries(valuesOf(server)).filter(
    ([name, value]) => origin === 'folder' && isValueShown(server, name, value),
  )
  return server.type === 'http'
    ? [server.url, ...values.map(([name, value]) => `${name}: ${value}`)]
    : [
        ...values.map(([name, value]) => `${name}=${inQuotes(value)}`),
        ...[server.command, ...server.args].map(word),
      ]
}

/**
 * True for a value of a folder's server that a person has to see: a variable decides what runs (`NODE_OPTIONS`), and any value
 * can name what it takes from the person (`${GITHUB_TOKEN}`). A value that may be a key itself is not shown.
 */
function isValueShown(server: McpServer, name: string, value: string): boolean {
  return value.includes('${') || (server.type === 'stdio' && !isSecretName(name))
}

/** As one word of a shell, in which `${NAME}` stands for its value. */
function inQuotes(value: string): string {
  return /^[^\s'"`;&|<>()*?#]+$/.test(value) ? value : JSON.stringify(value)
}

/**
 * Everything that is shown of a server, one item per line; changes since it was allowed are found by comparing these lines.
 */
function textOf({ origin, server }: Shown): string {
  const lines = partsOf({ origin, server }, (text) => text)
  const variables = Object.keys(valuesOf(server)).map((name) => `gets ${name}`)
  const isSandboxed = server.type === 'stdio' && server.sandbox
  return [...lines, ...variables, ...(isSandboxed ? ['in the sandbox'] : [])].join('\n')
}
