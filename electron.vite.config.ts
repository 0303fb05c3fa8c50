import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'

const here = (path: string): string => resolve(import.meta.dirname, path)

/** A slow machine is no news. */
const checks = { bundlerTimings: false }

/** What a build has taken in, with the notices that its authors ask for. */
const license = { fileName: 'licenses.txt' }

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      license,
      rollupOptions: {
        checks,
        input: {
          index: here('src/main/index.ts'),
          'serve-browser': here('src/main/serve-browser.ts'),
          'sweep-worker': here('src/main/adapters/processes/sweep-worker.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      license,
      externalizeDeps: false,
      rollupOptions: {
        checks,
        input: { index: here('src/preload/index.ts') },
        // A sandboxed preload must be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: here('src/renderer'),
    build: {
      outDir: here('out/renderer'),
      license,
      // Small files as data: URLs would need a wider policy.
      assetsInlineLimit: 0,
      rollupOptions: { checks, input: here('src/renderer/index.html') },
    },
    plugins: [svelte({ configFile: here('svelte.config.js') })],
  },
})
