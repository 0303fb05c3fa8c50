import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'

const CONTENDER = `
  import { lockDataFolder } from ${JSON.stringify(new URL('./instance-lock.ts', import.meta.url).href)}
  const [folder, startAt] = process.argv.slice(1)
  while (Date.now() < Number(startAt)) {}
  const lock = lockDataFolder(folder)
  if (lock.ok) lock.value.announce('http://127.0.0.1:4711')
  console.log(JSON.stringify(lock.ok ? { won: process.pid } : { lost: lock.error.sentence }))
  if (lock.ok) setInterval(() => {}, 1000)
`

/** A process that tries to lock the folder. */
interface Contender {
  readonly child: ChildProcess
  readonly says: Promise<{ won?: number; lost?: string }>
}

/** Starts a contender that begins at this time, by `Date.now`. */
export function contend(folder: string, startAt: number): Contender {
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', CONTENDER, folder, `${startAt}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const says = once(createInterface({ input: child.stdout }), 'line').then(([line]) =>
    JSON.parse(String(line)),
  )
  return { child, says }
}

export async function endOf({ child }: Contender): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Starts two at a time, in the same millisecond. */
export async function expectOneWinner(folder: string, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const startAt = Date.now() + 250
    const contenders = [contend(folder, startAt), contend(folder, startAt)]
    try {
      const results = await Promise.all(contenders.map((contender) => contender.says))
      const winners = results.filter((words) => words.won !== undefined)
      const losers = results.filter((words) => words.lost !== undefined)
      expect([winners.length, losers.length]).toEqual([1, 1])
      expect(losers[0]?.lost).toContain(`process ${winners[0]?.won}`)
    } finally {
      await Promise.all(contenders.map(endOf))
    }
  }
}
