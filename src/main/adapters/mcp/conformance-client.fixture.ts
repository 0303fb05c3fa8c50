import { benchOf } from './serving.fixture.ts'
import { McpServer } from '../../../shared/mcp-server.ts'

/** Our client as the official conformance suite runs it: connects to an address, and calls each tool that is there. */
const url = process.argv.at(-1) ?? ''
const bench = benchOf({ suite: McpServer.parse({ type: 'http', url, timeout: 10_000 }) })
await bench.ready()
for (const { tool } of bench.servers.toolsIn(bench.place)) {
  const { properties = {} } = tool.spec.inputSchema as { properties?: Record<string, unknown> }
  const input = Object.fromEntries(Object.keys(properties).map((name) => [name, 2]))
  console.log(tool.name, await bench.call(tool.spec.name, input))
}
console.log((await bench.control.list(bench.place)).servers)
await bench[Symbol.asyncDispose]()
