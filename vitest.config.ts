import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Tests of figures that hold for a machine with nothing else to do. */
const ALONE = ['src/main/adapters/**/*.alone.test.ts', 'e2e/**/*.alone.test.ts']

/** pure: runs anywhere. real: disks, processes, sockets. shell: the Electron entry on a double, and its packaging. simulation: the runtime on a virtual clock. e2e: the built app in a browser.
 * alone: figures of processes and of Stop. One group runs after the other, since most take both cores or measure; real and shell are one. */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [svelte()],
        test: {
          name: 'pure',
          testTimeout: 30_000,
          // Vitest leaves one core to itself: the exploration of the machine would have all others wait.
          maxWorkers: 2,
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
            'src/main/adapters/**/*.test.ts',
            'src/main/hosts/browser/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ALONE,
          testTimeout: 30_000,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: 'shell',
          include: ['src/main/hosts/electron/**/*.test.ts', 'build/**/*.test.ts'],
          sequence: { groupOrder: 4 },
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
          maxWorkers: 2,
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
