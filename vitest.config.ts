import { svelte } from '@sveltejs/vite-plugin-svelte'
import { join } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/** Only in `--mode deep`: tests that take minutes. */
const DEEP = '**/*.deep.test.ts'
/** Only in `--mode deep`: measurements that need an idle machine. */
const ALONE = '**/*.alone.test.ts'
/** In a process of its own: for tests that change process-wide state of a library. */
const ISOLATED = '**/*.isolated.test.ts'

/** Where the programs that tests start find their compiled sources: most of them start more than once. */
const COMPILED = join(import.meta.dirname, 'node_modules/.cache/phoenix-tests')

/** Test files at a time. By default, vitest uses only one of two cores. */
const WORKERS = 2
/** For tests that wait for processes and pages half of the time. */
const WAITING_WORKERS = 3
/** For tests that mostly wait for pages. */
const PAGE_WORKERS = 4

/** Parallel collection would take a fifth of the processor time of tests that use both cores already. */
const COLLECT_ALONE = ['--single-threaded-gc', '--max-semi-space-size=64']

interface Tests {
  readonly name: string
  readonly include: string[]
  readonly exclude?: string[]
  /** False: files share a process and its modules, one after another. */
  readonly isolate?: boolean
  /** True: Vite compiles the modules, for Svelte's and for `vi.mock`. Otherwise Node reads them, in less processor time. */
  readonly isCompiled?: boolean
  readonly maxWorkers?: number
  /** Groups run one after another. */
  readonly groupOrder: number
  readonly testTimeout?: number
}

function project(tests: Tests): TestProjectConfiguration {
  const { groupOrder, isCompiled = false, ...rest } = tests
  return {
    plugins: isCompiled ? [svelte()] : [],
    test: {
      experimental: { viteModuleRunner: isCompiled },
      exclude: [DEEP, ALONE, ISOLATED],
      testTimeout: 30_000,
      hookTimeout: 60_000,
      env: { NODE_COMPILE_CACHE: COMPILED },
      maxWorkers: WORKERS,
      execArgv: COLLECT_ALONE,
      // As long as the page's own waits (e2e/app.ts): vitest's one second is too short for a busy machine.
      expect: { poll: { timeout: 15_000 } },
      ...rest,
      sequence: { groupOrder },
    },
  }
}

/** Tests that a change is likely to break: `npm test`. */
const QUICK = [
  // Tests without disk, processes and network. Files share modules, which hold no state.
  project({
    name: 'pure',
    include: [
      'src/{shared,client,cli}/**/*.test.ts',
      'src/main/{core,runtime}/**/*.test.ts',
      'proof/**/*.test.ts',
    ],
    isolate: false,
    groupOrder: 0,
  }),
  project({
    name: 'page',
    include: ['src/renderer/**/*.test.ts'],
    isolate: false,
    isCompiled: true,
    groupOrder: 0,
  }),
  // The runtime on a virtual clock.
  project({
    name: 'simulation',
    include: ['simulation/**/*.test.ts'],
    isolate: false,
    groupOrder: 0,
    testTimeout: 120_000,
  }),
  // Tests with disks, processes, sockets. Files share modules here too.
  project({
    name: 'real',
    include: [
      'src/main/{,hosts/shared/,load/}*.test.ts',
      'src/main/adapters/**/*.test.ts',
      'src/main/hosts/{api,browser,command-line,http}/**/*.test.ts',
      '{scripts,bench,attack}/**/*.test.ts',
    ],
    isolate: false,
    maxWorkers: WAITING_WORKERS,
    groupOrder: 1,
  }),
  project({
    name: 'isolated',
    include: [ISOLATED],
    exclude: ['**/node_modules/**'],
    isCompiled: true,
    maxWorkers: WAITING_WORKERS,
    groupOrder: 1,
  }),
  // The Electron entry with a fake Electron, which is reset before each test, and its packaging.
  project({
    name: 'shell',
    include: ['src/{preload,main/hosts/electron}/**/*.test.ts', 'build/**/*.test.ts'],
    isolate: false,
    isCompiled: true,
    maxWorkers: WAITING_WORKERS,
    groupOrder: 1,
  }),
  // The built program in a browser. Files share modules; each file has hosts and windows of its own.
  project({
    name: 'e2e',
    include: ['e2e/**/*.test.ts'],
    isolate: false,
    maxWorkers: PAGE_WORKERS,
    groupOrder: 2,
    testTimeout: 60_000,
  }),
]

/** The additional tests of `npm run test:deep`. */
const REST = [
  project({
    name: 'deep',
    include: [DEEP],
    exclude: ['**/node_modules/**'],
    // They use both cores by themselves.
    maxWorkers: 1,
    groupOrder: 3,
    testTimeout: 900_000,
  }),
  project({
    name: 'alone',
    include: [ALONE],
    exclude: ['**/node_modules/**'],
    maxWorkers: 1,
    groupOrder: 4,
    testTimeout: 90_000,
  }),
]

export default defineConfig(({ mode }) => ({
  test: {
    provide: { isDeep: mode === 'deep' },
    reporters: ['./scripts/test-report.ts'],
    globalSetup: ['./scripts/remove-test-folders.ts'],
    projects: mode === 'deep' ? [...QUICK, ...REST] : QUICK,
  },
}))
