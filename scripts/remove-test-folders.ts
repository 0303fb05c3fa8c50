import { join } from 'node:path'
import { removeFreshFolders, TEST_RUN } from '../e2e/support/host.ts'

/**
 * Runs around a whole test run: removes what its workers created at the end, whatever became of them. The processes that
 * tests start share what V8 compiled.
 */
export function setup(): void {
  process.env[TEST_RUN] = String(process.pid)
  process.env['NODE_COMPILE_CACHE'] = join(import.meta.dirname, '../node_modules/.cache/compiled')
}

export function teardown(): void {
  removeFreshFolders()
}
