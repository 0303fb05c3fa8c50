import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Opener, openerOf, openWindow } from './open-window.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-browsers-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ADDRESS = 'http://127.0.0.1:4711/#code=abc'
const openerOn = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): Opener =>
  openerOf({ address: ADDRESS, profileFolder: '/data/window', platform, environment })

function install(name: string, mode: number): void {
  writeFileSync(join(folder, name), '')
  chmodSync(join(folder, name), mode)
}

test('without a display or a browser no window is attempted', () => {
  install('chromium', 0o755)
  expect(openerOn('linux', { PATH: folder })).toBeNull()
  expect(openerOn('linux', { PATH: folder, DISPLAY: '' })).toBeNull()
  expect(openerOn('linux', { PATH: '/nowhere', DISPLAY: ':0' })).toBeNull()
})

test('an installed browser opens its own window, with its own profile', () => {
  install('google-chrome', 0o755)
  const opener = openerOn('linux', { PATH: `/nowhere:${folder}`, WAYLAND_DISPLAY: 'wayland-0' })
  expect(opener?.program).toBe(join(folder, 'google-chrome'))
  expect(opener?.args).toEqual(
    expect.arrayContaining([`--app=${ADDRESS}`, '--user-data-dir=/data/window']),
  )
})

test('a file that is not executable is not a browser', () => {
  install('chromium', 0o644)
  expect(openerOn('linux', { PATH: folder, DISPLAY: ':0' })).toBeNull()
})

test("macOS and Windows open the person's default browser", () => {
  expect(openerOn('darwin', {})).toEqual({ program: '/usr/bin/open', args: [ADDRESS] })
  expect(openerOn('win32', {})?.args.at(-1)).toBe(ADDRESS)
})

test.runIf(process.platform === 'linux')('the window gets no keys', async () => {
  const seen = join(folder, 'seen')
  const script = `#!/bin/sh\n/usr/bin/env > ${seen}\n`
  writeFileSync(join(folder, 'chromium'), script, { mode: 0o755 })
  vi.stubEnv('PATH', folder)
  vi.stubEnv('DISPLAY', ':7')
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-ant-its-secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { env: environment, platform } = process
  const window = openWindow({ address: ADDRESS, profileFolder: folder, platform, environment })
  if (window === null) throw new Error('No window was opened.')
  await once(window, 'exit')
  expect(readFileSync(seen, 'utf8')).toContain('DISPLAY=:7')
  expect(readFileSync(seen, 'utf8')).not.toContain('its-secret')
})
