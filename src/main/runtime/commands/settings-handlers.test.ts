import { expect, test } from 'vitest'
import { TestId } from '../../../shared/ids.ts'
import { ok } from '../../../shared/result.ts'
import { ClientSession } from './session/client-session.ts'
import { NO_ENDPOINTS } from '../fakes/absent/no-endpoints.ts'
import { SETTINGS } from '../fakes/plain-settings.ts'
import { World } from '../fakes/world.ts'
import type { SettingsControl } from '../ports/access/settings-control.ts'
import { settingsHandlers } from './settings-handlers.ts'

const change = { model: null, baseUrl: null, apiKey: null, automaticTitles: null, behaviour: {} }
const STOPPED = { works: false, message: 'The test was stopped.' }

/** Of which no endpoint answers before its test is stopped. */
const SILENT: SettingsControl = {
  ...NO_ENDPOINTS,
  view: () => SETTINGS,
  save: () => ok(SETTINGS),
  keepKeys: () => ok(SETTINGS),
  test: async (_change, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return STOPPED
  },
}

function testing() {
  const { registry, time } = new World()
  const handlers = settingsHandlers(SILENT, registry)
  const client = new ClientSession(registry, () => undefined)
  const ended: string[] = []
  const begin = async (name: string, by = client): Promise<void> => {
    const testId = TestId.parse(name)
    expect(await handlers['settings.test']({ testId, change }, by)).toEqual(ok(STOPPED))
    ended.push(name)
  }
  const stop = (name: string): unknown =>
    handlers['test.stop']({ testId: TestId.parse(name) }, client)
  return { client, registry, time, ended, begin, stop }
}

test('a test is stopped by its id without affecting others; a finished one stays as it is', async () => {
  const { begin, ended, stop, time } = testing()
  void begin('one')
  void begin('other')
  await time.settle()
  expect(stop('one')).toEqual(ok({}))
  await time.settle()
  expect(ended).toEqual(['one'])
  expect(stop('one')).toEqual(ok({}))
  stop('other')
  await time.settle()
  expect(ended).toEqual(['one', 'other'])
})

test('a test ends with its client without affecting others', async () => {
  const { begin, client, ended, registry, time } = testing()
  void begin('one')
  void begin('other', new ClientSession(registry, () => undefined))
  client.close()
  await time.settle()
  expect(ended).toEqual(['one'])
})
