import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before anything large is loaded: what V8 compiled at the last start is read instead of compiled again.
enableCompileCache(join(import.meta.dirname, '../compile-cache'))
const [{ runBrowserHost }, { startOnNode }] = await Promise.all([
  import('./hosts/browser/run-browser-host.ts'),
  import('./start-on-node.ts'),
])

/** The browser host's entry: `node out/main/serve-browser.js [--port N] [--data DIR] [--no-open]`. */
await runBrowserHost({
  args: process.argv.slice(2),
  environment: process.env,
  page: { type: 'built', folder: join(import.meta.dirname, '../renderer') },
  compose: (dataFolder) => startOnNode(dataFolder, import.meta.url),
})
