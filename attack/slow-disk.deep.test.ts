import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { startFakeModelServer } from '../e2e/fake-model-server/fake-model-server.ts'
import { bash, change, type Part, text } from '../e2e/fake-model-server/parts.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/support/host.ts'
import { hasStrace, HOW_TO_GET_STRACE } from '../e2e/support/traced-host.ts'
import { startHeartbeat, HEARTBEAT, expectFastStops, stopHeartbeat } from './heartbeat.fixture.ts'
import { isAtRest } from '../src/shared/conversation/state-view.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import type { FileId } from '../src/shared/messages/attachment.ts'

if (!hasStrace) console.warn(HOW_TO_GET_STRACE)

const FLUSH_MS = 2_000
const TRIES = 20
/** Interval of the Stops (ms), so they fall into every stage of a flush. */
const STOP_EVERY = 700
/** Delays each flush of this process by the given time. */
async function slowDown(pid: number): Promise<ChildProcess> {
  const calls = 'fsync,fdatasync'
  const inject = `inject=${calls}:delay_enter=${FLUSH_MS * 1_000}`
  const tracing = ['-f', '-p', `${pid}`, '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject]
  const strace = spawn('strace', tracing, { stdio: ['ignore', 'ignore', 'pipe'] })
  // "Process 123 attached"
  await once(strace.stderr as NodeJS.EventEmitter, 'data')
  return strace
}

/**
 * Runs turn after turn in a separate conversation, with new folder instructions in each, so a flush is always in
 * progress.
 */
async function keepWriting(client: BenchClient, signal: AbortSignal): Promise<void> {
  const folder = freshFolder('writing')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const id = await client.newConversation(folder)
  while (!signal.aborted) {
    writeFileSync(join(folder, 'AGENTS.md'), randomUUID())
    const ends = endOfTurn(client, id)
    await client.send(id, 'Write')
    await ends
  }
}

/** Attaches new images continuously. */
async function keepUploading(client: BenchClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const fileId = randomUUID() as string as FileId
    const noise = { type: 'gaussian', mean: 100, sigma: 50 } as const
    const create = { width: 64, height: 64, channels: 3, background: 'red', noise } as const
    const bytes = await sharp({ create }).png().toBuffer()
    await client.request('attachment.begin', { fileId, name: 'noise.png', bytes: bytes.length })
    await client.request('attachment.append', { fileId, data: bytes.toString('base64') })
    await client.request('attachment.finish', { fileId })
  }
}

/** Saves settings continuously. */
async function keepSetting(client: BenchClient, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n++)
    await client.request('settings.save', { favouriteModels: { model: n % 2 === 0 } })
}

/** The load in addition to the conversations that are stopped. */
interface Load {
  readonly what: string
  /** The model's answer in each turn of the other conversations. */
  readonly turn: () => readonly Part[]
  readonly conversations: number
  readonly isRich: boolean
}

const LOADS: readonly Load[] = [
  { what: 'writes', turn: () => [text('written')], conversations: 1, isRich: false },
  {
    what: 'edits files, while others do so, images are attached and settings are saved',
    turn: () => [change({ type: 'create', path: `${randomUUID()}.txt`, text: 'text' })],
    conversations: 4,
    isRich: true,
  },
]

/** New instructions are a step at rest, before the turn. */
async function endOfTurn(client: BenchClient, id: ConversationId): Promise<void> {
  let isBusy = false
  await client.next('conversation.stepped', ({ conversationId, state }) => {
    if (conversationId !== id) return false
    const wasBusy = isBusy
    isBusy = !isAtRest(state)
    return wasBusy && !isBusy
  })
}

describe.runIf(hasStrace)('a disk that takes 2 s for each flush (needs strace)', () => {
  test.each(LOADS)(
    `delays no Stop while another conversation $what: ${TRIES} commands`,
    { timeout: 900_000 },
    async ({ conversations, isRich, turn }) => {
      const model = await startFakeModelServer()
      onTestFinished(() => model.close())
      let edits = 0
      model.respond(({ messages }) => {
        const last = JSON.stringify((messages as readonly unknown[]).at(-1))
        if (last.includes('Beat')) return message([bash(HEARTBEAT)])
        if (last.includes('tool_result')) {
          if (!last.includes('"is_error":true')) edits += 1
          return message([text('done')])
        }
        return message(turn())
      })
      const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
      const host = await Host.start({ environment })
      onTestFinished(() => host.stop())
      const { origin, token } = await BenchClient.tokenOf(host.address)
      const writer = await BenchClient.connectWith(origin, token)
      const client = await BenchClient.connectWith(origin, token)
      const beating = []
      for (let n = 0; n < TRIES; n++) beating.push(await startHeartbeat(client))
      const strace = await slowDown(host.pid)
      onTestFinished(() => void strace.kill('SIGINT'))
      const writing = new AbortController()
      const { signal } = writing
      const written = Promise.all([
        ...Array.from({ length: conversations }, () => keepWriting(writer, signal)),
        ...(isRich ? [keepUploading(writer, signal), keepSetting(writer, signal)] : []),
      ])
      await setTimeout(FLUSH_MS)
      // None waits until the previous one rests, which takes several flushes.
      const lasted = await Promise.all(
        beating.map(async (each, at) => {
          await setTimeout(at * STOP_EVERY)
          return stopHeartbeat(client, each)
        }),
      )
      writing.abort()
      strace.kill('SIGINT')
      await once(strace, 'exit')
      await written
      if (isRich) expect(edits).toBeGreaterThan(0)
      expectFastStops(lasted)
    },
  )
})
