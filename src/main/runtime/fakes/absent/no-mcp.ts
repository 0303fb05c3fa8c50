import { ok } from '../../../../shared/result.ts'
import type { McpPort } from '../../ports/servers/mcp-port.ts'

/** No MCP servers. */
export const NO_MCP: McpPort = {
  list: () => Promise.resolve({ servers: [], problem: null }),
  save: () => ok(null),
  remove: () => ok(null),
  switch: () => ok(null),
  allow: () => Promise.resolve(ok(null)),
  accept: () => Promise.resolve(ok(null)),
  use: () => ok(null),
  bring: () => [],
  leave: () => undefined,
  test: () => Promise.resolve({ works: false, message: 'There are no servers.' }),
  signIn: () => Promise.resolve(ok(null)),
  log: () => '',
  prompts: () => Promise.resolve([]),
  prompt: () => Promise.resolve(ok('')),
  resources: () => Promise.resolve([]),
}
