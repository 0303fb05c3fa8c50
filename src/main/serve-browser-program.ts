import { join } from 'node:path'
import { runBrowserHost } from './hosts/browser/run-browser-host.ts'
import { startOnNode } from './start-on-node.ts'

void runBrowserHost({
  args: process.argv.slice(2),
  environment: process.env,
  page: { type: 'built', folder: join(import.meta.dirname, '../renderer') },
  compose: (dataFolder, newAddress) =>
    startOnNode(dataFolder, import.meta.url, 'inTime', newAddress),
})
