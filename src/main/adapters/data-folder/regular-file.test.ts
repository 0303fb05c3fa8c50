import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { readRegular, readRegularInPieces } from './regular-file.ts'

const SOURCE = join(import.meta.dirname, '../..')

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'phoenix-regular-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('a file is read whole; one larger than expected is not read', () => {
  const path = join(folder(), 'file')
  writeFileSync(path, 'words')
  expect(readRegular(path).toString()).toBe('words')
  truncateSync(path, 100)
  expect(() => readRegular(path, 99)).toThrow(expect.objectContaining({ code: 'EFBIG' }))
})

test('in pieces it is read likewise', async () => {
  const path = join(folder(), 'file')
  writeFileSync(path, 'words')
  const pieces: string[] = []
  const read = readRegularInPieces(path, 5, (piece) => pieces.push(piece.toString()))
  expect([(await read).toString(), ...pieces]).toEqual(['words', 'words'])
  await expect(readRegularInPieces(path, 4, () => {})).rejects.toMatchObject({ code: 'EFBIG' })
  await expect(readRegularInPieces(folder(), 4, () => {})).rejects.toMatchObject({
    code: 'EISDIR',
  })
})

test('only a regular file is read, or a link to one', () => {
  const path = folder()
  mkdirSync(join(path, 'folder'))
  expect(() => readRegular(join(path, 'folder'))).toThrow(
    expect.objectContaining({ code: 'EISDIR' }),
  )
  expect(() => readRegular(join(path, 'none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }))
})

/** Opens everything that a start reads in its data folder, in a process that is ended if it hangs. */
const START = `
  const [, data] = process.argv
  const { openSettings } = await import('${SOURCE}/adapters/settings/settings.ts')
  const { openEndpoints } = await import('${SOURCE}/adapters/settings/endpoints.ts')
  const { lockDataFolder } = await import('${SOURCE}/adapters/data-folder/instance-lock.ts')
  const { createRunRecords } = await import('${SOURCE}/adapters/processes/tree/run-record.ts')
  const from = { folder: data, environment: {}, keyring: { type: 'unasked' }, now: () => 1, onSecret: () => {} }
  const settings = openSettings(from)
  if (!settings.ok) throw new Error(settings.error)
  openEndpoints({ ...from, secrets: settings.value.secrets })
  createRunRecords(data).readAll()
  if (!lockDataFolder(data).ok) throw new Error('not locked')
  process.stdout.write(JSON.stringify(settings.value.notices))
  process.exit()
`

describe.runIf(process.platform === 'linux')('a pipe in place of a file', () => {
  const NAMES = ['settings.json', 'endpoints.json', 'anthropic.key', 'phoenix.lock', 'runs/w.json']
  test.for(byTier([NAMES], [NAMES, ...NAMES.map((name) => [name])]))(
    'does not block the start: %s',
    (names) => {
      const data = folder()
      mkdirSync(join(data, 'runs'))
      for (const name of names) execFileSync('mkfifo', [join(data, name)])
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--input-type=module', '-e', START, data],
        { encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' },
      )
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    },
  )
})

/** Files that read a whole file in another way, and why that can never wait. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'adapters/processes/spawn/inherited.ts': '/proc',
  'adapters/processes/spawn/crash-dumps.ts': '/proc',
  'adapters/processes/tree/nothing-left.ts': '/proc',
  'adapters/processes/tree/process-table.ts': '/proc',
  'adapters/data-folder/process-identity.ts': '/proc',
  'adapters/sandbox/find-sandbox.ts': '/proc',
  'adapters/data-folder/regular-file.ts': 'the one way',
  'adapters/log/source-stack.ts': 'of the build',
  'hosts/shared/page-files.ts': 'of the build',
  'load/code-cache.ts': 'beside the build',
  'load/load-program.ts': 'of the build',
}

test('files of the data folder are read in no other way', () => {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  const others = names
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|[.-]fixture\.ts$|fakes\//.test(name))
    .filter((name) => /\breadFileSync\(/.test(readFileSync(join(SOURCE, name), 'utf8')))
  expect(others.filter((name) => EXCEPTIONS[name] === undefined)).toEqual([])
})
