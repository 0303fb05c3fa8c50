import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, removeFreshFolders, TEST_RUN } from '../e2e/support/host.ts'

const HOST = resolve(import.meta.dirname, '../e2e/support/host.ts')

/** The folder that a separate process created, after that process has exited. */
function madeBy(environment: NodeJS.ProcessEnv): string {
  const program = `import { freshFolder } from ${JSON.stringify(HOST)}; console.log(freshFolder('data'))`
  const args = ['--input-type=module', '--eval', program]
  return execFileSync(process.execPath, args, { env: environment, encoding: 'utf8' }).trim()
}

test('a single process removes its folders when it exits, and a worker leaves them to the end of its run', () => {
  const { [TEST_RUN]: run, ...alone } = process.env
  expect(run).toBeDefined()
  const own = madeBy(alone)
  expect(own).toContain('phoenix-e2e-')
  expect(existsSync(own)).toBe(false)
  const kept = madeBy(process.env)
  expect(existsSync(kept)).toBe(true)
})

test('the end of a run removes its folders, including those of its hosts, and no folder of another run', () => {
  const of = process.env[TEST_RUN]
  const other = freshFolder('other')
  process.env[TEST_RUN] = `${of}-within`
  try {
    const own = freshFolder('data')
    mkdirSync(`${own}-cache`)
    removeFreshFolders()
    expect([own, `${own}-cache`, other].map((each) => existsSync(each))).toEqual([
      false,
      false,
      true,
    ])
  } finally {
    process.env[TEST_RUN] = of
  }
})
