import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { FILE_LIST } from './src/main/hosts/shared/page-files.ts'
import { WORKER_SOURCES } from './src/main/workers.ts'

const here = (path: string): string => resolve(import.meta.dirname, path)

/** Entries of threads. */
const workers = Object.fromEntries(
  Object.entries(WORKER_SOURCES).map(([name, source]) => [
    `${name}-worker`,
    here(`src/main/${source}`),
  ]),
)

/**
 * Each start reads and keeps the whole text: no comments, and only ASCII, because V8 holds a script in two bytes a character
 * if a single one is beyond Latin-1. Names stay, for stacks without maps. `hasLines`: lines too.
 */
const small = ({ hasLines }: { readonly hasLines: boolean }) => ({
  comments: { jsdoc: false },
  minify: {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: !hasLines, asciiOnly: true },
  },
})

/** Build times on a slow machine are no warning. */
const checks = { bundlerTimings: false }

/** The licences of bundled packages, with the notices that they require. */
const license = { fileName: 'licenses.txt' }

/** Chunks of the main process are named after its layers, so a stack is readable even without source maps. */
const LAYERS: Rolldown.CodeSplittingGroup[] = [
  // Modules that several entries share are split: no thread loads a library or the rest of the program.
  { name: 'shared', entriesAware: true, test: /\/src\/shared\// },
  { name: 'core', entriesAware: true, test: /\/src\/main\/core\// },
  { name: 'runtime', entriesAware: true, test: /\/src\/main\/runtime\// },
  { name: 'adapters', tags: ['$initial'], entriesAware: true, test: /\/src\/main\/adapters\// },
  // An entry never loads another entry: shared modules get chunks of their own.
  { name: 'program', test: /\/src\/main\/(?!index|serve-browser|command-line)[\w-]+\.ts$/ },
  { name: 'cli', entriesAware: true, test: /\/src\/(api|cli|client)\// },
  { name: 'hosts', entriesAware: true, test: /\/src\/main\/hosts\/(?!electron)/ },
  {
    name: 'libraries',
    tags: ['$initial'],
    entriesAware: true,
    // The second pattern: Vite's placeholders for optional packages.
    test: /\/node_modules\/|__vite-optional-peer-dep/,
  },
]

/** Stacks in libraries are not ours to debug: a chunk without our own code gets no map. */
const mapsOfOwnCode: Plugin = {
  name: 'maps-of-own-code',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.moduleIds.some((id) => id.startsWith(here('src'))))
        continue
      chunk.code = chunk.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
      delete bundle[`${chunk.fileName}.map`]
    }
  },
}

/** CommonJS, so the program can be compiled with a cache of functions (src/main/load/). */
const commonJs: Plugin = {
  name: 'common-js',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{"type":"commonjs"}\n' })
  },
}

/** unpdf contains PDF.js, which its licence does not mention. */
const licenseOfPdfJs: Plugin = {
  name: 'license-of-pdf-js',
  writeBundle({ dir = '' }) {
    const notice = `## PDF.js, within unpdf (Apache-2.0)\n\n${PDF_JS}`
    appendFileSync(join(dir, license.fileName), `\n${notice}\n`)
  },
}

const PDF_JS =
  'Copyright Mozilla Foundation. Its licence is word for word that of @opentelemetry/api.'

/** Hosts serve only the files that this build made, no others in the same folder (hosts/shared/page-files.ts). */
const listOfFiles: Plugin = {
  name: 'list-of-files',
  writeBundle({ dir = '' }, bundle) {
    writeFileSync(join(dir, FILE_LIST), JSON.stringify(Object.keys(bundle)))
  },
}

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // For stacks in the log (adapters/log/source-stack.ts).
      sourcemap: true,
      license,
      rollupOptions: {
        // unpdf reads import.meta for a package that is missing; and one command may import lazily what another imports
        // at once.
        checks: { ...checks, emptyImportMeta: false, ineffectiveDynamicImport: false },
        input: {
          index: here('src/main/index.ts'),
          'serve-browser': here('src/main/serve-browser.ts'),
          'serve-browser-program': here('src/main/serve-browser-program.ts'),
          'command-line': here('src/main/command-line.ts'),
          'command-line-program': here('src/main/command-line-program.ts'),
          client: here('src/api/client.ts'),
          ...workers,
          'process-host-entry': here('src/main/adapters/process-host/process-host-entry.ts'),
          'utility-entry': here('src/main/hosts/electron/utility-entry.ts'),
          'terminal-host-entry': here('src/main/adapters/terminals/terminal-host-entry.ts'),
          'terminal-utility-entry': here('src/main/hosts/electron/terminal-utility-entry.ts'),
        },
        output: {
          format: 'cjs',
          // A script compiled with a cache has no imports of its own (src/main/load/).
          dynamicImportInCjs: false,
          entryFileNames: '[name].js',
          sourcemapExcludeSources: true,
          ...small({ hasLines: true }),
          chunkFileNames: ({ name }) => `chunks/${name.split('~')[0]}-[hash].js`,
          codeSplitting: { includeDependenciesRecursively: false, groups: LAYERS },
        },
      },
    },
    plugins: [mapsOfOwnCode, licenseOfPdfJs, commonJs],
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
      // For developers: no host serves them, no package contains them, and the page does not reference them.
      sourcemap: 'hidden',
      license,
      // Inlining small files as data: URLs would need a wider policy.
      assetsInlineLimit: 0,
      rollupOptions: {
        checks,
        input: here('src/renderer/index.html'),
        output: small({ hasLines: false }),
      },
    },
    plugins: [listOfFiles, svelte({ configFile: here('svelte.config.js') })],
  },
})
