import { expect, onTestFinished, test } from 'vitest'
import type { HostFrame } from '../../../shared/protocol/frames.ts'
import { type Fault, onFault } from '../../runtime/guard.ts'
import { createTextConnection } from './text-connection.ts'

function frame(id: number): HostFrame {
  return { type: 'response', id, result: { ok: true, value: {} } }
}

/** A connection whose transport fails at the frame with this id. */
function rig({ breaksAt }: { readonly breaksAt: number | null }) {
  const faults: Fault[] = []
  onTestFinished(onFault((fault) => void faults.push(fault)))
  const did: string[] = []
  const { connection } = createTextConnection({
    send: (text) => {
      const { id } = JSON.parse(text) as { readonly id: number }
      if (id === breaksAt) throw new Error('no')
      did.push(`sent ${id}`)
    },
    close: (reason) => void did.push(reason),
    cut: () => void did.push('cut'),
  })
  connection.onClose(() => did.push('closed'))
  return { connection, did, faults }
}

const afterTick = (): Promise<void> => new Promise(setImmediate)

test('frames of a tick are sent after it, and before a close', async () => {
  const { connection, did } = rig({ breaksAt: null })
  connection.send(frame(1))
  connection.send(frame(2))
  expect(did).toEqual([])
  await afterTick()
  expect(did).toEqual(['sent 1', 'sent 2'])
  connection.send(frame(3))
  connection.close()
  expect(did.slice(2)).toEqual(['sent 3', 'normal', 'closed'])
})

test('a frame that cannot be sent closes the line: no client goes on without it', async () => {
  const { connection, did, faults } = rig({ breaksAt: 2 })
  for (const id of [1, 2, 3]) connection.send(frame(id))
  await afterTick()
  expect(did).toEqual(['sent 1', 'broken', 'closed'])
  expect(faults).toMatchObject([{ where: 'sending to a client' }])
  connection.send(frame(4))
  await afterTick()
  expect(did).toHaveLength(3)
})

test('a frame that cannot be sent before a close closes the line once', () => {
  const { connection, did } = rig({ breaksAt: 1 })
  connection.send(frame(1))
  connection.close()
  expect(did).toEqual(['broken', 'closed'])
})
