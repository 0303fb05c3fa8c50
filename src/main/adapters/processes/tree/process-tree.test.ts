import { expect, test } from 'vitest'
import type { ProcessRow } from './process-table.ts'
import { membersOf, type ProcessTree } from './process-tree.ts'
import { markOf } from './run-token.ts'

const ROOT = { pid: 100, startTime: 1000 }
const HOT: ProcessTree = { root: ROOT, runToken: 'c', isCold: false, isSandboxed: false }
const COLD: ProcessTree = { ...HOT, isCold: true, isSandboxed: false }

function row(pid: number, fields: Partial<ProcessRow> = {}): ProcessRow {
  const alone = { pid, parent: 1, group: pid, session: pid, isDead: false, startTime: 1001 }
  return { ...alone, mark: null, ...fields }
}

const root = row(100, { startTime: 1000, parent: 50 })

function pids(
  tree: ProcessTree,
  rows: readonly ProcessRow[],
  { seen = new Map<number, number>(), holders = [] as readonly number[] } = {},
): readonly number[] {
  const table = {
    environmentHolds: (pid: number, text: string) =>
      text === 'PHOENIX_RUN=c' && holders.includes(pid),
  }
  return membersOf(tree, seen, rows, table)
    .map((member) => member.pid)
    .toSorted((a, b) => a - b)
}

test('descendants belong, in whatever order the table lists them', () => {
  const rows = [row(130, { parent: 120 }), row(120, { parent: 110 }), row(110, { parent: 100 })]
  expect(pids(HOT, [...rows, root, row(140)])).toEqual([100, 110, 120, 130])
})

test('the group and session of the root belong, also after it has died', () => {
  const rows = [row(110, { group: 100 }), row(120, { session: 100 }), row(130)]
  expect(pids(HOT, [root, ...rows])).toEqual([100, 110, 120])
  expect(pids(HOT, rows)).toEqual([110, 120])
})

test('without a live root a group without its leader proves nothing', () => {
  expect(pids(COLD, [row(110, { group: 100 })])).toEqual([])
})

test('a process that got the pid of the root is a stranger, with all of its own processes', () => {
  const stranger = row(100, { startTime: 2000 })
  const rows = [stranger, row(110, { parent: 100 }), row(120, { group: 100, session: 100 })]
  expect(pids(HOT, rows)).toEqual([])
  expect(pids(COLD, rows)).toEqual([])
})

test('a process with the run token belongs, with its descendants', () => {
  const rows = [row(110), row(120, { parent: 110 }), row(130)]
  expect(pids(COLD, rows, { holders: [110] })).toEqual([110, 120])
  expect(pids({ ...COLD, root: null }, rows, { holders: [110] })).toEqual([110, 120])
})

test('a process with the mark belongs, with its descendants', () => {
  const rows = [
    row(110, { mark: markOf('c') }),
    row(120, { parent: 110 }),
    row(130, { mark: markOf('d') }),
  ]
  expect(pids(HOT, rows)).toEqual([110, 120])
  expect(pids(COLD, rows)).toEqual([110, 120])
  expect(pids({ ...COLD, root: null }, rows)).toEqual([110, 120])
})

test('a process older than the root is not inspected', () => {
  expect(pids(HOT, [row(90, { startTime: 999 })], { holders: [90] })).toEqual([])
})

test('a member stays one when its parent dies, and so do sessions that members started', () => {
  const seen = new Map<number, number>()
  expect(pids(HOT, [root, row(110, { parent: 100 })], { seen })).toEqual([100, 110])
  expect(pids(HOT, [row(110), row(120, { parent: 110 })], { seen })).toEqual([110, 120])
  expect(pids(HOT, [row(130, { session: 120 })], { seen })).toEqual([130])
  expect(pids(HOT, [row(110, { startTime: 3000 })], { seen })).toEqual([])
})
