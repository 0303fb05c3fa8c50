import { createHash } from 'node:crypto'
import { MCP_PREFIX } from '../../../shared/mcp-server.ts'

/** Every provider accepts this length. */
const MAX_NAME = 64
const MARK = 8

/**
 * `mcp__server__tool`, in characters that every provider accepts. A name that had to be changed or cut ends in a unique
 * mark, so no two tools get the same name. What is cut still shows the beginning of both.
 */
export function toolNameOf(server: string, tool: string): string {
  const name = joined(server, tool)
  const [plainServer, plainTool] = [plain(server), plain(tool)]
  const isSplitOneWay = !server.includes('__') && !server.endsWith('_') && !tool.startsWith('_')
  if (joined(plainServer, plainTool) === name && name.length <= MAX_NAME && isSplitOneWay)
    return name
  const mark = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, MARK)
  const room = MAX_NAME - joined('', '').length - MARK - 1
  /** Each may take what the other leaves, and at least half. */
  const cut = (part: string, other: string): string =>
    part.slice(0, Math.max(room / 2, room - other.length))
  return `${joined(cut(plainServer, plainTool), cut(plainTool, plainServer))}_${mark}`
}

function joined(server: string, tool: string): string {
  return `${MCP_PREFIX}${server}__${tool}`
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_')
}
