import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { UpkeepExit } from './upkeep.ts'

/** An uninterruptible call, like SQLite's check of all pages. */
const BUSY = (seconds: number): string =>
  `require('node:child_process').spawnSync('sh', ['-c', 'echo busy; exec sleep ${seconds}'], { stdio: 'inherit' })`

const HOST = (exit: UpkeepExit): string => `
  import { createUpkeep } from '${new URL('upkeep.ts', import.meta.url).href}'
  import { pathToFileURL } from 'node:url'
  const upkeep = createUpkeep(pathToFileURL(process.argv[2]), '${exit}')
  void upkeep.run({ type: 'check', file: '' })
  process.stdin.once('data', () => {
    void upkeep.close()
    process.exit(7)
  })`

/** A host that exits while a job is in such a call: how it ends, and after how many ms. */
async function leaving(exit: UpkeepExit, seconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-upkeep-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [host, worker] = [join(folder, 'host.mjs'), join(folder, 'worker.cjs')]
  writeFileSync(host, HOST(exit))
  writeFileSync(worker, BUSY(seconds))
  const child = spawn(process.execPath, [host, worker], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.stdin.write('leave')
  const from = performance.now()
  const [code, signal] = await once(child, 'exit')
  return { code, signal, ms: performance.now() - from }
}

test('T27 a check that nothing interrupts does not hold up the end of the process', async () => {
  const { signal, ms } = await leaving('inTime', 10)
  expect(signal).toBe('SIGKILL')
  expect(ms).toBeLessThan(5_000)
})

test('where somebody reads its code, the process waits for the check', async () => {
  expect(await leaving('withCode', 1)).toMatchObject({ code: 7, signal: null })
})
