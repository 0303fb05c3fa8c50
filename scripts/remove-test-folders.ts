import { removeFreshFolders, TEST_RUN } from '../e2e/support/host.ts'

/** Around a whole run of tests: what its workers have made goes at its end, whatever became of them. */
export function setup(): void {
  process.env[TEST_RUN] = String(process.pid)
}

export function teardown(): void {
  removeFreshFolders()
}
