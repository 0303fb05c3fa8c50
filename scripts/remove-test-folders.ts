import { removeFreshFolders, TEST_RUN } from '../e2e/support/host.ts'

/** Runs around a whole test run: removes what its workers created at the end, whatever became of them. */
export function setup(): void {
  process.env[TEST_RUN] = String(process.pid)
}

export function teardown(): void {
  removeFreshFolders()
}
