import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spawnCommand } from './spawn-command.ts'

test('of a folder that went away right before the start it is not said that bash is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-gone-'))
  rmSync(folder, { recursive: true })
  const environment = { PATH: process.env['PATH'] ?? '' }
  const request = { command: 'true', folder, environment, runToken: null, launch: null }
  expect(await spawnCommand(request)).toEqual({
    type: 'failed',
    reason: `The folder ${folder} no longer exists. Nothing was run.`,
    mayRun: false,
  })
})
