import { expect, test } from 'vitest'
import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import { snapshotOf } from '../../../client/fakes/samples.ts'
import { menuOfRow, type OpenCommand, reachCommands, rowCommands } from './open-commands.ts'

const row = { ...snapshotOf().summary, hasBegun: true, isArchived: false, pinnedAt: null }
const done: unknown[] = []
const note = (...what: readonly unknown[]): Promise<void> => {
  done.push(what)
  return Promise.resolve()
}
const rows = {
  pin: (...what: readonly unknown[]) => note('pin', ...what),
  archive: ({ id }: { readonly id: string }) => note('archive', id),
  unarchive: ({ id }: { readonly id: string }) => note('unarchive', id),
  remove: ({ id }: { readonly id: string }) => note('remove', id),
}

const possible = (commands: readonly OpenCommand[]): readonly string[] =>
  commands.filter(({ whyNot }) => whyNot === null).map(({ command }) => command)

function runAll(commands: readonly OpenCommand[]): readonly unknown[] {
  done.length = 0
  for (const { run, whyNot } of commands) if (whyNot === null) run()
  return [...done]
}

test('the open conversation is pinned, archived and deleted as its row of the list is', () => {
  expect(possible(rowCommands(row, rows))).toEqual(['pin', 'archive', 'delete'])
  expect(runAll(rowCommands(row, rows))).toEqual([
    ['pin', row.id, true],
    ['archive', row.id],
    ['remove', row.id],
  ])
})

test('one that is pinned and archived is taken back from there', () => {
  const put = { ...row, isArchived: true, pinnedAt: 5 }
  expect(possible(rowCommands(put, rows))).toEqual(['unpin', 'unarchive', 'delete'])
  expect(runAll(rowCommands(put, rows))).toEqual([
    ['pin', row.id, false],
    ['unarchive', row.id],
    ['remove', row.id],
  ])
})

const words = (of: ConversationSummary): readonly string[] =>
  menuOfRow(rowCommands(of, rows), of).map(({ words: said }) => said)

test('its menu has the words of the row’s menu', () => {
  expect(words(row)).toEqual(['Pin', 'Archive', 'Delete'])
  expect(words({ ...row, isArchived: true, pinnedAt: 5 })).toEqual(['Unpin', 'Unarchive', 'Delete'])
  expect(words({ ...row, hasBegun: false })).toEqual([])
})

test('one that is in no list yet has none of it, and says so', () => {
  const commands = rowCommands({ ...row, hasBegun: false }, rows)
  expect(new Set(commands.map(({ whyNot }) => whyNot))).toEqual(
    new Set(['Nothing has been said here yet.']),
  )
})

test.each([
  [{ network: true, webSearch: false, searchesWeb: true }, false, ['networkOff', 'webSearchOn']],
  [{ network: false, webSearch: true, searchesWeb: true }, false, ['networkOn', 'webSearchOff']],
  [{ network: true, webSearch: true, searchesWeb: false }, false, ['networkOff', 'webSearchOff']],
  [{ network: true, webSearch: false, searchesWeb: false }, true, []],
])('of %o, without a sandbox: %s, the other side is offered', (view, isUnsandboxed, offered) => {
  const configured: unknown[] = []
  const commands = reachCommands(view, isUnsandboxed, (own) => configured.push(own))
  expect(possible(commands)).toEqual(offered)
  for (const { run, whyNot } of commands) if (whyNot === null) run()
  const wanted = offered.map((each) =>
    each.startsWith('network')
      ? { network: each === 'networkOn' }
      : { webSearch: each === 'webSearchOn' },
  )
  expect(configured).toEqual(wanted)
})
