import { MCP_PREFIX } from '../../../shared/mcp-server.ts'
import { visibleText } from '../../../shared/visible-text.ts'
import type { ToolSpec } from '../../core/request/model-request.ts'
import type { CallPlace, ServerTools } from '../tools/create-tools.ts'
import type { PictureOptions } from '../tools/reading/read-picture.ts'
import type { Tool } from '../tools/definition/tool.ts'
import type { ServerWords } from '../trust/server-words.ts'
import type { ToolUser } from '../../runtime/ports/tool-user.ts'
import {
  CALL_TOOL,
  callTool,
  READ_RESOURCE,
  resourceTool,
  searchTool,
  SEARCH_TOOLS,
} from './general-tools.ts'
import { serverTool } from './server-tool.ts'
import type { Connection } from './connection.ts'
import type { KnownTool, McpPlace, McpServers } from './servers.ts'

/** If there are more, the agent finds them by search: each takes up space in every request. */
export const MOST_SHOWN = 40

/** The limit for the instructions of all servers if their tools are not shown. */
const MAX_ALL_INSTRUCTIONS = 8_000

/**
 * A server's instructions, appended to the description of one of its tools. Each line is marked, so none can pass for
 * anybody else's.
 */
function instructionsOf({ offer, place }: Connection, words: ServerWords): string {
  const text = words.shownInstructionsOf(place, offer)
  if (text === '') return ''
  const lines = text.split('\n').map((line) => `> ${line}`)
  const server = visibleText(place.name)
  return `\n\nThe MCP server ${server} says of its tools, in its own words and not in the user's:\n${lines.join('\n')}`
}

/** The first tool of each server carries its instructions. */
function shownSpecs(tools: readonly KnownTool[], words: ServerWords): readonly ToolSpec[] {
  const instructed = new Set<Connection>()
  return tools.map(({ connection, tool: { spec } }) => {
    const more = instructed.has(connection) ? '' : instructionsOf(connection, words)
    instructed.add(connection)
    return more === '' ? spec : { ...spec, description: spec.description + more }
  })
}

/** Offers a conversation's models the tools of the servers that it may use. */
export function createServerTools(servers: McpServers, pictures: PictureOptions): ServerTools {
  function generalTools(place: McpPlace): readonly Tool[] {
    const tools = servers.toolsIn(place)
    const connections = servers.connectionsIn(place)
    const withResources = connections.filter(({ hasResources }) => hasResources)
    const all = connections.map((each) => instructionsOf(each, servers.words))
    const instructions = all.join('').slice(0, MAX_ALL_INSTRUCTIONS)
    return [
      ...(tools.length > MOST_SHOWN
        ? [searchTool(tools, instructions), callTool(tools, pictures)]
        : []),
      ...(withResources.length > 0 ? [resourceTool(withResources, pictures)] : []),
    ]
  }

  function placeFor(
    user: Partial<Pick<ToolUser, 'caller' | 'conversationId' | 'folder'>>,
  ): McpPlace | null {
    return user.caller === 'explorer' ? null : servers.placeOf({ ...user })
  }

  return {
    async ready(user, signal) {
      if (placeFor(user) !== null) await servers.ready(user, signal)
    },
    specs(user) {
      const place = placeFor(user)
      if (place === null) return []
      const tools = servers.toolsIn(place)
      const shown = tools.length > MOST_SHOWN ? [] : shownSpecs(tools, servers.words)
      return [...generalTools(place).map(({ spec }) => spec), ...shown]
    },
    find(name: string, at: CallPlace) {
      if (!name.startsWith(MCP_PREFIX) && ![SEARCH_TOOLS, CALL_TOOL, READ_RESOURCE].includes(name))
        return null
      const place = placeFor(at)
      if (place === null) return null
      const known = servers.toolsIn(place).find(({ tool }) => tool.spec.name === name)
      if (known !== undefined) return serverTool(known, pictures)
      return generalTools(place).find(({ spec }) => spec.name === name) ?? null
    },
  }
}
