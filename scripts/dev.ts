// `npm run dev`: the browser host from its sources, its page with hot reload. Changes in src/main or src/shared need a
// restart.
import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { forkedChannel } from '../src/main/adapters/process-host/forked-channel.ts'
import { startPhoenix } from '../src/main/start-phoenix.ts'
import { runBrowserHost } from '../src/main/hosts/browser/run-browser-host.ts'
import { sourceWorkers } from '../src/main/workers.ts'
import { createDevPage } from './dev-page.ts'

const here = (path: string): string => resolve(import.meta.dirname, '..', path)

// npm has changed to the project's folder; the arguments are relative to the person's own.
process.chdir(process.env['INIT_CWD'] ?? process.cwd())

const { page } = await createDevPage({
  rendererFolder: here('src/renderer'),
  plugins: [svelte({ configFile: here('svelte.config.js') })],
})
await runBrowserHost({
  args: process.argv.slice(2),
  environment: process.env,
  page,
  compose: (dataFolder) =>
    startPhoenix({
      dataFolder,
      environment: process.env,
      workers: sourceWorkers(),
      processHost: forkedChannel(
        new URL('../src/main/adapters/process-host/process-host-entry.ts', import.meta.url),
      ),
      terminalHost: forkedChannel(
        new URL('../src/main/adapters/terminals/terminal-host-entry.ts', import.meta.url),
      ),
      keyring: { type: 'unasked' },
      loginShell: null,
      chooseFolder: null,
      desktop: null,
    }),
})
