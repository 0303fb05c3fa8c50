import type { McpServer as AcpServer } from '@agentclientprotocol/sdk'
import type { Client } from '../../client/client.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { NamedServer } from '../../shared/mcp-server.ts'
import { MAX_BROUGHT } from '../../shared/protocol/mcp-commands.ts'

/**
 * Gives a conversation the servers that the client names for its session. `note`: reports those that are not used, and
 * why.
 */
export async function bringServers(
  client: Client,
  conversationId: ConversationId,
  named: readonly AcpServer[],
  note: (line: string) => void,
): Promise<void> {
  const servers: NamedServer[] = []
  for (const each of named) {
    const read = NamedServer.safeParse({ name: each.name, server: entryOf(each) })
    if (read.success && servers.length < MAX_BROUGHT) servers.push(read.data)
    else note(`The MCP server ${JSON.stringify(each.name)} is not used: ${whyNot(each)}.`)
  }
  const brought = await client.request('mcp.bring', { conversationId, servers })
  if (!brought.ok) note(`MCP servers are not used: ${brought.error.message}`)
  else for (const problem of brought.value.problems) note(`The MCP server ${problem}`)
}

function entryOf(named: AcpServer): unknown {
  if (!('type' in named)) {
    const { args, command, env } = named
    return { type: 'stdio', command, args, env: valuesOf(env) }
  }
  return { type: named.type, url: named.url, headers: valuesOf(named.headers) }
}

function valuesOf(
  pairs: readonly { readonly name: string; readonly value: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]))
}

function whyNot(named: AcpServer): string {
  if ('type' in named && named.type === 'sse')
    return 'it uses SSE, which MCP has replaced with streamable HTTP'
  return `its name or its address cannot be used, or there are more than ${MAX_BROUGHT}`
}
