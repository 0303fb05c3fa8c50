import { join } from 'node:path'
import { forkedChannel } from './adapters/process-host/forked-channel.ts'
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
      workers: {
        sweep: new URL('sweep-worker.js', import.meta.url),
        search: new URL('search-worker.js', import.meta.url),
        upkeep: new URL('upkeep-worker.js', import.meta.url),
        pdf: new URL('pdf-worker.js', import.meta.url),
        import: new URL('import-worker.js', import.meta.url),
      },
      processHost: forkedChannel(new URL('process-host-entry.js', import.meta.url)),
      keyring: { type: 'unasked' },
      loginShell: null,
      chooseFolder: null,
      desktop: null,
    }),
})
