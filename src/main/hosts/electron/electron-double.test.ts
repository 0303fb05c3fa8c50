import { expect, test } from 'vitest'
import { invokeMain, ipcMain, resetElectron, sendToMain } from './electron-double.fixture.ts'

test('a message to main is a clone, and what cannot be cloned is not sent', () => {
  resetElectron()
  const received: unknown[] = []
  ipcMain.on('channel', (_event, value) => received.push(value))
  const sent = { at: new Date(0) }
  sendToMain({}, 'channel', sent)
  expect(received).toEqual([sent])
  expect(received[0]).not.toBe(sent)
  expect(() => sendToMain({}, 'channel', () => undefined)).toThrow(/could not be cloned/)
})

test('an error of a handler arrives without its properties', async () => {
  resetElectron()
  ipcMain.handle('channel', () => {
    throw Object.assign(new Error('full'), { code: 'storage' })
  })
  const error: unknown = await invokeMain({}, 'channel').catch((each: unknown) => each)
  expect(error).toEqual(new Error("Error invoking remote method 'channel': Error: full"))
  expect(Object.keys(Object(error))).toEqual([])
})
