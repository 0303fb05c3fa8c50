import * as z from '../../../shared/schema.ts'
import { visibleText } from '../../../shared/visible-text.ts'
import { MCP_PREFIX } from '../../../shared/mcp-server.ts'
import { AwakeLimit } from '../system/awake-limit.ts'
import { cappedText, counted } from '../tools/definition/capped.ts'
import { digestOf } from '../tools/definition/call-digest.ts'
import type { PictureOptions } from '../tools/reading/read-picture.ts'
import {
  ALL_BUT_EXPLORERS,
  defineTool,
  failedWith,
  NO_PREVIEW,
  okWith,
  readInput,
  specOf,
  timedOutWith,
  type Tool,
} from '../tools/definition/tool.ts'
import type { Connection } from './connection.ts'
import { toolResultOf } from './call-result.ts'
import { NO_TIMEOUT } from './elicitation/call-time.ts'
import { callServer, limitOf, subjectOf } from './server-tool.ts'
import type { KnownTool } from './servers.ts'

export const SEARCH_TOOLS = 'mcp_search_tools'
export const CALL_TOOL = 'mcp_call_tool'
export const READ_RESOURCE = 'mcp_read_resource'

const MAX_FOUND = 8
const RESOURCE_MS = 60_000

const SearchInput = z.object({
  query: z.string().min(1).max(300).describe('Words that describe what the tool should do.'),
})

/** Finds servers' tools by words, if there are too many to show all. `instructions`: the servers' own instructions. */
export function searchTool(tools: readonly KnownTool[], instructions: string): Tool {
  return defineTool({
    name: SEARCH_TOOLS,
    description: `Finds tools of the MCP servers of this conversation. There are ${tools.length} of them, too many to list here. Returns the names, descriptions and input schemas of those that fit best; call one with ${CALL_TOOL}.${instructions}`,
    input: SearchInput,
    callers: ALL_BUT_EXPLORERS,
    limitMs: () => 5_000,
    permitted: () => ({ action: 'read', subject: null, reach: 'inside' }),
    run: ({ query }) => {
      const found = bestOf(tools, query)
      if (found.length === 0)
        return Promise.resolve(okWith('No tool fits. Try other words.', 'nothing found'))
      const texts = found.map(({ tool: { spec } }) => JSON.stringify(spec))
      return Promise.resolve(okWith(cappedText(texts.join('\n')), counted(found.length, 'tool')))
    },
  })
}

/** The tools that contain most of the words; a word in the name counts more. */
function bestOf(tools: readonly KnownTool[], query: string): readonly KnownTool[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const scored = tools.map((known) => {
    const { description, name } = known.tool.spec
    const [inName, inText] = [name.toLowerCase(), description.toLowerCase()]
    const score = words.reduce(
      (sum, word) => sum + (inName.includes(word) ? 3 : 0) + (inText.includes(word) ? 1 : 0),
      0,
    )
    return { known, score }
  })
  const fitting = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  return fitting.slice(0, MAX_FOUND).map(({ known }) => known)
}

const CallInput = z.object({
  tool: z.string().describe(`The name of the tool, as ${SEARCH_TOOLS} returns it: ${MCP_PREFIX}…`),
  arguments: z.record(z.string(), z.unknown()).describe('The input of the tool, by its schema.'),
})

const CALL = {
  name: CALL_TOOL,
  description: `Calls a tool of an MCP server that ${SEARCH_TOOLS} has found.`,
  input: CallInput,
  limitMs: () => RESOURCE_MS,
}

function unknown(name: string): string {
  return `There is no tool called ${visibleText(name.slice(0, 100))}. Find its name with ${SEARCH_TOOLS}.`
}

/** Calls any tool of a server, with that tool's permissions. */
export function callTool(tools: readonly KnownTool[], pictures: PictureOptions): Tool {
  const find = (name: string): KnownTool | null =>
    tools.find(({ tool }) => tool.spec.name === name) ?? null
  return {
    spec: specOf(CALL),
    callers: ALL_BUT_EXPLORERS,
    inspect(input) {
      const read = readInput(CALL, input)
      const digest = digestOf(CALL_TOOL, input)
      if (read.type === 'unusable') return Promise.resolve({ digest, check: read })
      const known = find(read.value.tool)
      if (known === null) {
        const text = unknown(read.value.tool)
        return Promise.resolve({ digest, check: { type: 'unusable', text } })
      }
      const subject = subjectOf(known)
      const facts = { limitMs: limitOf(known), action: 'server', reach: 'inside' } as const
      return Promise.resolve({
        digest: digestOf(CALL_TOOL, input, subject),
        check: { type: 'runnable', subject, ...facts },
      })
    },
    preview: () => Promise.resolve(NO_PREVIEW),
    run(run) {
      const read = readInput(CALL, run.call.input)
      if (read.type === 'unusable') return Promise.resolve(failedWith(read.text))
      const known = find(read.value.tool)
      return known === null
        ? Promise.resolve(failedWith(unknown(read.value.tool)))
        : callServer(known, read.value.arguments, run, pictures)
    },
  }
}

const ResourceInput = z.object({
  server: z.string().describe('The name of the MCP server.'),
  uri: z.string().max(2_000).describe('The address of the resource, as the server names it.'),
})

/** Reads a server's resource by its address, as the user mentions it with @. */
export function resourceTool(connections: readonly Connection[], pictures: PictureOptions): Tool {
  const names = connections.map(({ place }) => visibleText(place.name)).join(', ')
  return defineTool({
    name: READ_RESOURCE,
    description: `Reads a resource of an MCP server (${names}). The user names one as @server:uri.`,
    input: ResourceInput,
    callers: ALL_BUT_EXPLORERS,
    limitMs: () => RESOURCE_MS,
    permitted: ({ server }) => ({
      action: 'server',
      subject: `${visibleText(server.slice(0, 64))}: read resources`,
      reach: 'inside',
    }),
    async run({ server, uri }, { signal }) {
      const connection = connections.find(({ place }) => place.name === server)
      if (connection === undefined) return failedWith(`There is no MCP server ${server} here.`)
      using limit = new AwakeLimit(RESOURCE_MS - 1_000)
      const ending = AbortSignal.any([signal, limit.over])
      const read = await connection.ask(
        ({ client }) => client.readResource({ uri }, { signal: ending, timeout: NO_TIMEOUT }),
        ending,
      )
      if (!read.ok && limit.over.aborted && !signal.aborted)
        return timedOutWith(`The MCP server ${server} did not answer in time.`)
      if (!read.ok) return failedWith(read.error)
      const content = read.value.contents.map(
        (resource) => ({ type: 'resource', resource }) as const,
      )
      return toolResultOf({ content }, pictures, signal)
    },
  })
}
