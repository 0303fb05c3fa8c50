import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { FolderTrust } from './folder-trust.ts'

const WRONG = { folder: '/work', kind: 'hooc', name: 'wrong', hash: 'h', text: null }
const command = (name: string) => ({ folder: '/work', kind: 'command', name }) as const

test('a wrong entry of trust.json allows nothing and stays; all others keep what a person decided', () => {
  using data = temporaryFolder()
  const path = join(data.path, 'trust.json')
  const right = { ...command('right'), hash: 'h', text: 'x', ofLater: 2 }
  writeFileSync(path, JSON.stringify({ allowed: [WRONG, right], ofLater: 1 }))
  const trust = new FolderTrust(data.path)
  expect(trust.trustOf(command('right'), 'h')).toBe('allowed')
  expect(trust.namesIn('/work', 'command')).toEqual(['right'])
  expect(trust.refuse(command('other'))).toMatchObject({ ok: true })
  const saved = JSON.parse(readFileSync(path, 'utf8'))
  expect(saved).toMatchObject({ allowed: [WRONG, right, { name: 'other', hash: '' }], ofLater: 1 })
  expect(readdirSync(data.path)).toEqual(['trust.json'])
})

test('of too many entries the oldest approvals go, and no refusal', () => {
  using data = temporaryFolder()
  const [refused, old] = [command('refused'), command('old')]
  const others = Array.from({ length: 1_997 }, (_, at) => command(`other ${at}`))
  const allowed = [refused, old, ...others].map((what) => ({ ...what, hash: 'h', text: null }))
  const path = join(data.path, 'trust.json')
  writeFileSync(
    path,
    JSON.stringify({ allowed: [{ ...refused, hash: '', text: null }, ...allowed.slice(1)] }),
  )
  const trust = new FolderTrust(data.path)
  for (const name of ['new', 'newer']) trust.allow(command(name), { hash: 'h', text: '' })
  expect(trust.isRefused(refused)).toBe(true)
  expect(trust.trustOf(old, 'h')).toBe('notAllowed')
  expect(trust.namesIn('/work', 'command')).toHaveLength(2_000)
})

test('a trust.json that cannot be used is kept, and people are told that what they decided does not apply', () => {
  using data = temporaryFolder()
  writeFileSync(join(data.path, 'trust.json'), '{')
  expect(new FolderTrust(data.path).notices).toEqual([
    expect.stringMatching(/^What you allowed or refused .* does not apply\. The old file is kept/),
  ])
  expect(new FolderTrust(data.path).notices).toEqual([])
})
