import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { killHost } from '../processes/killed-host.fixture.ts'
import {
  aliveWith,
  endAllWith,
  SWEEP_WORKER,
  uniqueSleep,
} from '../processes/supervisor-fixture.ts'
import type { Ground } from './sandbox.fixture.ts'

/** How many commands start at the same time: some are being bound whenever the host dies. */
const STARTS = 24
/** The host dies at a random moment of this time (ms): the starts take about as long. */
const WITHIN_MS = 400
/** How long what the host left may take to be gone (ms): it is killed by the kernel, at once. */
const GONE_MS = 5_000

/** The address of a module as a word of code. */
function url(name: string): string {
  return JSON.stringify(new URL(name, import.meta.url).href)
}

/** A Phoenix without a face, as code: says when it begins, and starts many confined commands at once. */
const HOST = `
  const [, folder, data, home, cache, command] = process.argv
  const { createSupervisor } = await import(${url('../processes/supervisor.ts')})
  const { findSandbox } = await import(${url('./find-sandbox.ts')})
  const environment = { ...process.env, XDG_CACHE_HOME: cache }
  const found = await findSandbox({ platform: 'linux', environment, home, dataFolder: data })
  if (found.type === 'missing') throw new Error(found.reason)
  const supervisor = createSupervisor({
    dataFolder: data, sweepWorker: new URL(${JSON.stringify(SWEEP_WORKER.href)}), clock: Date, environment,
    sandbox: found.sandbox,
  })
  process.stdout.write('begun')
  for (let start = 0; start < ${STARTS}; start++) {
    void supervisor.run({
      conversationId: 'c' + start, workId: 'w' + start, command, folder, limitMs: 600_000,
      onOutput: () => undefined, confinement: { folder: 'writable', network: true },
      signal: new AbortController().signal,
    })
  }
`

/** Kills a host while it starts commands, with SIGKILL. Answers how many of their commands live on. */
export async function killWhileStarting({
  dataFolder,
  folder,
  home,
  root,
}: Ground): Promise<number> {
  const seconds = uniqueSleep()
  const args = [folder, dataFolder, home, join(root, 'cache'), `sleep ${seconds}`]
  try {
    await killHost(HOST, args, async (printed) => {
      await once(printed, 'data')
      await pause(randomInt(WITHIN_MS))
    })
    const until = performance.now() + GONE_MS
    const left = (): readonly number[] => aliveWith(seconds).filter(isRunning)
    while (left().length > 0 && performance.now() < until) await pause(10)
    return left().length
  } finally {
    endAllWith(seconds)
  }
}

/**
 * False for a bubblewrap that lost its parent before it made the sandbox: it waits for it without end and runs nothing. The
 * next start ends it, by its run record (docs/security.md).
 */
function isRunning(pid: number): boolean {
  try {
    return !readlinkSync(`/proc/${pid}/exe`).endsWith('/bwrap')
  } catch {
    return false
  }
}
