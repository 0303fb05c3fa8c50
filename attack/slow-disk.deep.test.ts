import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { startFakeModelServer } from '../e2e/fake-model-server/fake-model-server.ts'
import { bash, text } from '../e2e/fake-model-server/parts.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/host.ts'
import { hasStrace, HOW_TO_GET_STRACE } from '../e2e/traced-host.ts'
import { isAtRest } from '../src/shared/conversation/state-view.ts'
import type { ConversationId } from '../src/shared/ids.ts'

if (!hasStrace) console.warn(HOW_TO_GET_STRACE)

const FLUSH_MS = 2_000
const TRIES = 20
/** Writes the time (s) into a file, a hundred times a second. */
const BEATING = 'exec 3<> <(:); while :; do echo $EPOCHREALTIME >> beats; read -t 0.01 -u 3; done'

/** From now on each flush of this process takes as long as given. */
async function slowDown(pid: number): Promise<ChildProcess> {
  const calls = 'fsync,fdatasync'
  const inject = `inject=${calls}:delay_enter=${FLUSH_MS * 1_000}`
  const tracing = ['-f', '-p', `${pid}`, '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject]
  const strace = spawn('strace', tracing, { stdio: ['ignore', 'ignore', 'pipe'] })
  // "Process 123 attached"
  await once(strace.stderr as NodeJS.EventEmitter, 'data')
  return strace
}

/** ms since 1970 of each beat. */
function beatsIn(folder: string): readonly number[] {
  const file = join(folder, 'beats')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => Number(line) * 1e3)
}

/** Turn after turn in a conversation of its own: there is always a flush under way. */
async function keepWriting(client: BenchClient, signal: AbortSignal): Promise<void> {
  const id = await client.newConversation(freshFolder('writing'))
  while (!signal.aborted) {
    const rests = restOf(client, id)
    await client.send(id, 'Write')
    await rests
  }
}

async function restOf(client: BenchClient, id: ConversationId): Promise<void> {
  await client.next(
    'conversation.stepped',
    ({ conversationId, state }) => conversationId === id && isAtRest(state),
  )
}

describe.runIf(hasStrace)('a disk that takes 2 s for each flush (needs strace)', () => {
  test(
    `delays no Stop, neither of a conversation that waits for it nor of others: ${TRIES} of each`,
    { timeout: 900_000 },
    async () => {
      const model = await startFakeModelServer()
      onTestFinished(() => model.close())
      model.respond(({ messages }) =>
        JSON.stringify(messages).includes('Write')
          ? message([text('written')])
          : message([bash(BEATING)]),
      )
      const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
      const host = await Host.start({ environment })
      onTestFinished(() => host.stop())
      const { origin, token } = await BenchClient.tokenOf(host.address)
      const writer = await BenchClient.connectWith(origin, token)
      const client = await BenchClient.connectWith(origin, token)
      const beating: { readonly id: ConversationId; readonly folder: string }[] = []
      for (let n = 0; n < TRIES; n++) {
        const folder = freshFolder('beating')
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
        const id = await client.newConversation(folder)
        await client.send(id, 'Beat')
        beating.push({ id, folder })
        while (beatsIn(folder).length === 0) await setTimeout(20)
      }
      const strace = await slowDown(host.pid)
      const writing = new AbortController()
      const written = keepWriting(writer, writing.signal)
      await setTimeout(FLUSH_MS)
      const lasted: number[] = []
      for (const { id, folder } of beating) {
        const rests = restOf(client, id)
        const stoppedAt = Date.now()
        client.cancel(id)
        await setTimeout(700)
        const last = beatsIn(folder).at(-1) ?? 0
        lasted.push(Math.max(0, last - stoppedAt))
        await rests
        expect(beatsIn(folder).at(-1)).toBe(last)
      }
      writing.abort()
      strace.kill('SIGINT')
      await once(strace, 'exit')
      await written
      const sorted = lasted.toSorted((a, b) => a - b)
      expect(sorted.at(Math.ceil(TRIES * 0.95) - 1)).toBeLessThanOrEqual(100)
      expect(sorted.at(-1)).toBeLessThanOrEqual(500)
    },
  )
})
