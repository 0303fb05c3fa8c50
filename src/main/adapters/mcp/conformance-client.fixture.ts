import { McpServer } from '../../../shared/mcp-server.ts'
import { until } from '../processes/supervisor-fixture.ts'
import { createMcpRig } from './mcp-rig.fixture.ts'

/**
 * Our client as the official conformance suite runs it: connects to an address, signs in if required, and calls each
 * available tool.
 */
const url = process.argv.at(-1) ?? ''
const bench = createMcpRig({ suite: McpServer.parse({ type: 'http', url, timeout: 10_000 }) })
await bench.ready()
const [before] = (await bench.control.list(bench.place)).servers
if (before?.wantsSignIn === true) {
  const begun = await bench.control.signIn(bench.place, 'suite')
  console.log(begun)
  // The suite's page confirms by itself and redirects back, as a browser would.
  if (begun.ok && begun.value !== null) {
    console.log(await (await fetch(begun.value)).text())
    const [connection] = bench.servers.connectionsIn(bench.place)
    await until(() => connection?.state === 'idle')
    await bench.ready()
  }
}
for (const { tool } of bench.servers.toolsIn(bench.place)) {
  const { properties = {} } = tool.spec.inputSchema as { properties?: Record<string, unknown> }
  const input = Object.fromEntries(Object.keys(properties).map((name) => [name, 2]))
  console.log(tool.name, await bench.call(tool.spec.name, input))
}
console.log((await bench.control.list(bench.place)).servers)
await bench[Symbol.asyncDispose]()
