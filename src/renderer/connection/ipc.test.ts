import { expect, test } from 'vitest'
import type { HostFrame } from '../../shared/protocol/frames.ts'
import { bridgeDial } from './ipc.ts'

test('a connection closed by the main process is over: the page must reconnect', async () => {
  const listeners = new Set<(json: string) => void>()
  const dial = bridgeDial({
    request: () => {},
    cancel: () => {},
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pathOf: () => '',
  })
  const dialled = await dial()
  if (dialled.type !== 'open') throw new Error(dialled.type)
  const heard: HostFrame[] = []
  let closings = 0
  dialled.connection.onFrame((frame) => heard.push(frame))
  dialled.connection.onClose(() => (closings += 1))
  const tell = (json: string): void => {
    for (const listener of listeners) listener(json)
  }
  const frame: HostFrame = { type: 'response', id: 1, result: { ok: true, value: {} } }
  tell(JSON.stringify(frame))
  tell('')
  tell(JSON.stringify(frame))
  expect([heard, closings, listeners.size]).toEqual([[frame], 1, 0])
})
