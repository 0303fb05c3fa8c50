import { join } from 'node:path'
import { startPhoenix } from './start-phoenix.ts'
import { runBrowserHost } from './hosts/browser/run-browser-host.ts'

/** The browser host's entry: `node out/main/serve-browser.js [--port N] [--data DIR] [--no-open]`. */
await runBrowserHost({
  args: process.argv.slice(2),
  environment: process.env,
  page: { type: 'built', folder: join(import.meta.dirname, '../renderer') },
  compose: (dataFolder) =>
    startPhoenix({
      dataFolder,
      environment: process.env,
      sweepWorker: new URL('sweep-worker.js', import.meta.url),
      searchWorker: new URL('search-worker.js', import.meta.url),
      upkeepWorker: new URL('upkeep-worker.js', import.meta.url),
      keyring: { type: 'unasked' },
      loginShell: null,
      chooseFolder: null,
      desktop: null,
    }),
})
