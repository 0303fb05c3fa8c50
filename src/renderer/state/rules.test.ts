import { beforeEach, expect, test } from 'vitest'
import { appError } from '../../shared/app-error.ts'
import type { FolderRule } from '../../shared/conversation/turn.ts'
import { createClient } from '../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../client/fakes/fake-host.ts'
import { byFolder, createRules, type FolderRulesStore } from './rules.ts'

const ruleOf = (subject: string, folder = '/work'): FolderRule => {
  return { folder, rule: { tool: 'bash', subject, match: 'exact' } }
}
const CHANGED = { type: 'rules.changed' } as const
let host: FakeHost
let rules: FolderRulesStore

beforeEach(() => {
  host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  rules = createRules(client)
})

async function answered(...list: readonly FolderRule[]): Promise<void> {
  host.last('rules.list').answer({ rules: list })
  await settled()
}

test('rules are requested while someone looks, and again whenever one is saved or removed anywhere', async () => {
  rules.apply([CHANGED])
  rules.reopen()
  expect(host.all('rules.list')).toHaveLength(0)
  const leave = rules.follow()
  await answered(ruleOf('make'))
  expect(rules.store.getState()).toEqual({ type: 'known', rules: [ruleOf('make')] })
  rules.apply([CHANGED])
  await answered(ruleOf('make'), ruleOf('ls'))
  expect(rules.store.getState()).toMatchObject({ rules: [ruleOf('make'), ruleOf('ls')] })
  leave()
  rules.apply([CHANGED])
  expect(host.all('rules.list')).toHaveLength(2)
  expect(rules.store.getState()).toEqual({ type: 'unknown' })
})

test('an answer that arrives after a later one changes nothing', async () => {
  rules.follow()
  const first = host.last('rules.list')
  rules.apply([CHANGED])
  await answered(ruleOf('new'))
  first.answer({ rules: [ruleOf('old')] })
  await settled()
  expect(rules.store.getState()).toMatchObject({ rules: [ruleOf('new')] })
})

test('a failure is shown; a cut connection is not, and everything is requested again over the next one', async () => {
  rules.follow()
  host.last('rules.list').refuse(appError('storage', 'The disk is gone.'))
  await settled()
  expect(rules.store.getState()).toMatchObject({ type: 'failed', error: { code: 'storage' } })
  rules.reopen()
  await answered(ruleOf('make'))
  rules.reopen()
  host.cut()
  await settled()
  expect(rules.store.getState()).toMatchObject({ type: 'known' })
})

test('a rule is removed by itself, and the caller is notified of a failure', async () => {
  const removing = rules.remove(ruleOf('make'))
  expect(inputOf(host.last('rules.remove'))).toEqual(ruleOf('make'))
  host.last('rules.remove').answer({})
  expect(await removing).toBeNull()
  const failing = rules.remove(ruleOf('make'))
  host.last('rules.remove').refuse(appError('storage', 'The disk is full.'))
  expect(await failing).toMatchObject({ message: 'The disk is full.' })
})

test('rules are listed under their folders', () => {
  const [a, b, c] = [ruleOf('a', '/x'), ruleOf('b', '/x'), ruleOf('c', '/y')]
  expect(byFolder([a, b, c])).toEqual([
    { folder: '/x', rules: [a, b] },
    { folder: '/y', rules: [c] },
  ])
  expect(byFolder([])).toEqual([])
})
