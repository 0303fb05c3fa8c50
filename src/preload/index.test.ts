import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'

const { exposed, renderer, sent } = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  renderer: { current: null as EventEmitter | null },
  sent: [] as unknown[][],
}))

vi.mock('electron', () => {
  renderer.current = new EventEmitter()
  return {
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => exposed.set(name, value),
    },
    webUtils: {
      getPathForFile: (file: unknown) => {
        if (!(file instanceof File)) throw new TypeError('not a file')
        return `/dropped/${file.name}`
      },
    },
    ipcRenderer: Object.assign(renderer.current, {
      send: (...args: unknown[]) => sent.push(args),
    }),
  }
})

test('the page gets functions over strings and dropped files, and nothing of Electron', async () => {
  await import('./index.ts')
  expect([...exposed.keys()]).toEqual(['phoenix'])
  const bridge = Object(exposed.get('phoenix'))
  expect(Object.keys(bridge)).toEqual(['request', 'cancel', 'onEvent', 'pathOf'])
  expect(bridge.pathOf(new File([], 'src'))).toBe('/dropped/src')
  expect(bridge.pathOf('/etc/passwd')).toBe('')
  expect([bridge.request('r'), bridge.cancel('c')]).toEqual([undefined, undefined])
  expect(sent).toEqual([
    ['phoenix:request', 'r'],
    ['phoenix:cancel', 'c'],
  ])
  const received: unknown[][] = []
  const stop = bridge.onEvent((...args: unknown[]) => received.push(args))
  renderer.current?.emit('phoenix:event', { sender: 'of Electron' }, 'one')
  expect(stop()).toBeUndefined()
  renderer.current?.emit('phoenix:event', { sender: 'of Electron' }, 'two')
  expect(received).toEqual([['one']])
  expect(sent.slice(2)).toEqual([['phoenix:read']])
})
