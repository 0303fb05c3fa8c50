import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { openSecrets } from '../secrets/secrets.ts'
import { unruly } from './mcp-rig.fixture.ts'
import { openPersonServers, type PersonServers } from './person-servers.ts'

const choice = () => ok({ keyRest: null })

function opened(folder: string): PersonServers {
  const keyring = { type: 'unasked' } as const
  const secrets = openSecrets({ folder, keyring, choice, now: Date.now })
  return openPersonServers({ folder, secrets, onSecret: () => undefined, now: Date.now })
}

const withSecret = (value: string) => ({ ...unruly('plain'), env: { TOKEN: value } }) as never

function storedSecrets(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.key'))
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
}

test('the values of a server that was removed by hand go with the next change', () => {
  using data = temporaryFolder()
  const path = join(data.path, 'mcp-servers.json')
  for (const name of ['first', 'second']) opened(data.path).save(name, withSecret(`of-${name}`))
  const { servers } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ servers: { second: servers.second } }))
  expect(storedSecrets(data.path)).toContain('of-first')
  expect(opened(data.path).save('third', withSecret('of-third'))).toEqual(ok(null))
  expect(storedSecrets(data.path)).not.toContain('of-first')
  expect(storedSecrets(data.path)).toMatch(/of-second.*of-third/)
})

test('switching a server off keeps what was edited by hand', () => {
  using data = temporaryFolder()
  const path = join(data.path, 'mcp-servers.json')
  const own = opened(data.path)
  own.save('first', withSecret('of-first'))
  const { servers } = JSON.parse(readFileSync(path, 'utf8'))
  const server = { ...servers.first.server, args: ['edited'] }
  writeFileSync(path, JSON.stringify({ servers: { first: { ...servers.first, server } } }))
  expect(own.switch('first', false)).toEqual(ok(null))
  expect(opened(data.path).list()).toMatchObject([
    { name: 'first', isOn: false, server: { args: ['edited'], env: { TOKEN: 'of-first' } } },
  ])
})

test('while a damaged file is set aside, the values of its servers stay', () => {
  using data = temporaryFolder()
  opened(data.path).save('first', withSecret('of-first'))
  writeFileSync(join(data.path, 'mcp-servers.json'), '{')
  expect(opened(data.path).save('second', withSecret('of-second'))).toEqual(ok(null))
  expect(storedSecrets(data.path)).toMatch(/of-first.*of-second/)
})
