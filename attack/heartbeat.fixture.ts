import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { BenchClient } from '../bench/client.ts'
import { freshFolder } from '../e2e/support/host.ts'
import { isAtRest } from '../src/shared/conversation/state-view.ts'
import type { ConversationId } from '../src/shared/ids.ts'

/** Writes the time (s) into a file, a hundred times a second. */
export const HEARTBEAT =
  'exec 3<> <(:); while :; do echo $EPOCHREALTIME >> beats; read -t 0.01 -u 3; done'

interface Heartbeat {
  readonly id: ConversationId
  readonly folder: string
}

/** The time of each beat, in ms since 1970. */
function beatsIn(folder: string): readonly number[] {
  const file = join(folder, 'beats')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => Number(line) * 1e3)
}

/** Starts a conversation whose command beats: the model answers "Beat" with it. */
export async function startHeartbeat(client: BenchClient): Promise<Heartbeat> {
  const folder = freshFolder('beating')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const id = await client.newConversation(folder)
  await client.send(id, 'Beat')
  while (beatsIn(folder).length === 0) await setTimeout(20)
  return { id, folder }
}

/** Stops the command and returns how long it went on beating (ms). It comes to rest, and nothing of it is left. */
export async function stopHeartbeat(client: BenchClient, heartbeat: Heartbeat): Promise<number> {
  const { folder, id } = heartbeat
  const rests = restOf(client, id)
  const stoppedAt = Date.now()
  client.cancel(id)
  await setTimeout(700)
  const last = beatsIn(folder).at(-1) ?? 0
  await rests
  expect(beatsIn(folder).at(-1)).toBe(last)
  return Math.max(0, last - stoppedAt)
}

/** Row 6. */
export function expectFastStops(lasted: readonly number[]): void {
  const sorted = lasted.toSorted((a, b) => a - b)
  expect(sorted.at(Math.ceil(sorted.length * 0.95) - 1)).toBeLessThanOrEqual(100)
  expect(sorted.at(-1)).toBeLessThanOrEqual(500)
}

/** The step is saved, or is ahead of the disk. */
function restOf(client: BenchClient, id: ConversationId): Promise<unknown> {
  return new Promise((resolve) =>
    client.hear((event) => {
      const isStep = event.type === 'conversation.stepped' || event.type === 'conversation.unsaved'
      if (isStep && event.conversationId === id && isAtRest(event.state)) resolve(event)
    }),
  )
}
