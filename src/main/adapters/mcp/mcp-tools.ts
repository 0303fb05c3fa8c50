import { MCP_PREFIX } from '../../../shared/mcp-server.ts'
import type { CallPlace, ServerTools } from '../tools/create-tools.ts'
import type { PictureOptions } from '../tools/reading/read-picture.ts'
import type { Tool } from '../tools/definition/tool.ts'
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
import type { McpPlace, McpServers } from './servers.ts'

/** If there are more, the agent finds them by search: each takes space in every request. */
export const MOST_SHOWN = 40

/** The tools of the servers that a conversation may use, for its models. */
export function createServerTools(servers: McpServers, pictures: PictureOptions): ServerTools {
  function generalTools(place: McpPlace): readonly Tool[] {
    const tools = servers.toolsIn(place)
    const withResources = servers.connectionsIn(place).filter(({ hasResources }) => hasResources)
    return [
      ...(tools.length > MOST_SHOWN ? [searchTool(tools), callTool(tools, pictures)] : []),
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
      const shown = tools.length > MOST_SHOWN ? [] : tools.map(({ tool }) => tool.spec)
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
