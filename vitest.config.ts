import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests of figures that hold for a machine with nothing else to do. */
const ALONE = ['src/main/adapters/**/*.alone.test.ts', 'e2e/**/*.alone.test.ts']

/** Files at a time. Left alone, vitest keeps one of two cores to itself. */
const TOGETHER = 2

/** The exploration of the machine takes minutes of one core: it begins first, and the others run beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- what sorts is no array
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return moduleId.endsWith('proof/machine.test.ts')
}

/** pure: runs anywhere. real: disks, processes, sockets. shell: the Electron entry on a double, and its packaging. simulation: the runtime on a virtual clock. e2e: the built app in a browser.
 * alone: figures of processes and of Stop. The first three run together, the others one after the other: they take both cores, or they measure. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [svelte()],
        test: {
          name: 'pure',
          testTimeout: 30_000,
          maxWorkers: TOGETHER,
          include: [
            'src/{shared,renderer,preload}/**/*.test.ts',
            'src/main/{core,runtime}/**/*.test.ts',
            'proof/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'real',
          include: [
            'src/main/*.test.ts',
            'src/main/adapters/**/*.test.ts',
            'src/main/hosts/browser/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ALONE,
          testTimeout: 30_000,
          maxWorkers: TOGETHER,
        },
      },
      {
        test: {
          name: 'shell',
          include: ['src/main/hosts/electron/**/*.test.ts', 'build/**/*.test.ts'],
          maxWorkers: TOGETHER,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['simulation/**/*.test.ts'],
          testTimeout: 600_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ALONE,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // As long as the page's own waits (e2e/app.ts): vitest gives up after one second, which a busy machine needs.
          expect: { poll: { timeout: 15_000 } },
          maxWorkers: TOGETHER,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          testTimeout: 90_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
