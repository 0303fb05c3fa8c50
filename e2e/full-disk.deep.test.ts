import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openForReading } from '../src/main/adapters/sqlite/open-database.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'
import type { Launched } from './support/launch.ts'
import { hasStrace, HOW_TO_GET_STRACE } from './support/traced-host.ts'

if (!hasStrace) console.warn(HOW_TO_GET_STRACE)

/** Makes each write of this host to its database fail with this error, and records it in a file. */
async function failWrites(
  { dataFolder, pid }: Launched,
  error: string,
  traced: string,
): Promise<ChildProcess> {
  const database = join(dataFolder, 'phoenix.db')
  const files = [database, `${database}-wal`].flatMap((file) => ['-P', file])
  const inject = ['-e', 'trace=pwrite64', '-e', `inject=pwrite64:error=${error}`]
  const tracing = ['-f', '-p', `${pid}`, '-o', traced, ...files, ...inject]
  const strace = spawn('strace', tracing, { stdio: ['ignore', 'ignore', 'pipe'] })
  // "Process 123 attached"
  await once(strace.stderr as NodeJS.EventEmitter, 'data')
  return strace
}

/** The number of rows in each table with a person's work. */
function countsIn({ dataFolder }: Launched): Readonly<Record<string, unknown>> {
  const opened = openForReading(join(dataFolder, 'phoenix.db'))
  if (!opened.ok) throw new Error(opened.error)
  const counts = Object.fromEntries(
    ['conversations', 'messages', 'events', 'drafts'].map((table) => [
      table,
      opened.value.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    ]),
  )
  opened.value.close()
  return counts
}

describe.runIf(hasStrace)('needs strace', () => {
  describeInBrowserAlone('a disk that takes no writes', (scene) => {
    test.each([
      ['full', 'ENOSPC', 'The disk is full. Nothing'],
      ['read-only', 'EROFS', 'can’t write to its data folder. Nothing'],
    ] as const)(
      'R11 and is %s is a banner as long as writes fail: all can be read, nothing begins, nothing is deleted, and it goes on by itself',
      async (_, error, words) => {
        const { model } = scene()
        model.enqueue(message([text('The first answer.')]))
        const { app, host } = await scene().conversation({ own: true })
        await app.send('The first question')
        await app.answers.filter({ hasText: 'The first answer.' }).waitFor()
        await app.expectStatus('Idle')
        const asked = model.requests.length
        const [rows, files] = [countsIn(host), readdirSync(host.dataFolder)]
        const traced = join(scene().folder, 'traced')
        const strace = await failWrites(host, error, traced)
        await app.send('The second question')
        const banner = app.page.getByRole('alert').filter({ hasText: words })
        await banner.waitFor()
        await expect.poll(() => app.message.inputValue()).toBe('The second question')
        // The disk has room for the reserve, which the host writes again, but every write to the database fails.
        const reserve = join(host.dataFolder, 'phoenix.reserve')
        await expect.poll(() => existsSync(reserve)).toBe(true)
        const failures = (): number => readFileSync(traced, 'utf8').split('(INJECTED)').length - 1
        const before = failures()
        await expect.poll(failures).toBeGreaterThan(before + 1)
        expect(await banner.count()).toBe(1)
        await app.page.reload()
        await banner.waitFor()
        await app.answers.filter({ hasText: 'The first answer.' }).waitFor()
        expect(countsIn(host)).toEqual(rows)
        // Its 8 MB are reserved for this.
        const left = [...readdirSync(host.dataFolder), 'phoenix.reserve']
        expect(files.filter((name) => !left.includes(name))).toEqual([])
        expect(model.requests).toHaveLength(asked)
        strace.kill('SIGINT')
        await once(strace, 'exit')
        await expect.poll(() => banner.count()).toBe(0)
        model.enqueue(message([text('The third answer.')]))
        await app.message.fill('The third question')
        await app.button('Send').click()
        await app.answers.filter({ hasText: 'The third answer.' }).waitFor()
      },
    )
  })
})
