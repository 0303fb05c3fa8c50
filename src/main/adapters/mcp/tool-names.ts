import { createHash } from 'node:crypto'
import { MCP_PREFIX } from '../../../shared/mcp-server.ts'

/** Every provider accepts this length. */
const MAX_NAME = 64
const MARK = 8

/**
 * `mcp__server__tool`, in characters that every provider accepts. A name that had to be changed or cut ends in a unique
 * mark, so no two tools get the same name.
 */
export function toolNameOf(server: string, tool: string): string {
  const name = `${MCP_PREFIX}${server}__${tool}`
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  const isSplitOneWay = !server.includes('__') && !server.endsWith('_') && !tool.startsWith('_')
  if (plain === name && plain.length <= MAX_NAME && isSplitOneWay) return name
  const mark = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, MARK)
  return `${plain.slice(0, MAX_NAME - MARK - 1)}_${mark}`
}
