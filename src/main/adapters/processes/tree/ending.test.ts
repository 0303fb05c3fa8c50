import { expect, test } from 'vitest'
import { beginEnding, type Ending, stepEnding } from './ending.ts'
import type { ProcessRow, ProcessTable } from './process-table.ts'

const root: ProcessRow = {
  pid: 100,
  parent: 1,
  group: 100,
  session: 100,
  isDead: false,
  startTime: 5,
  mark: null,
}
const stray: ProcessRow = { ...root, pid: 110, parent: 100, group: 90, session: 90 }

function recordingTable(): ProcessTable & { readonly sent: string[] } {
  const sent: string[] = []
  return {
    sent,
    rows: () => [],
    environmentHolds: () => false,
    commandOf: () => '',
    signalProcess: (row, signal) => sent.push(`${signal} ${row.pid}`),
    signalGroup: (group, signal) => sent.push(`${signal} group ${group}`),
  }
}

function begin(isSandboxed = false): Ending {
  const tree = { root: { pid: 100, startTime: 5 }, runToken: 'c', isCold: false, isSandboxed }
  return beginEnding(tree, 0)
}

test('SIGTERM is sent at 0, SIGKILL by 50 ms: to our groups as groups, to the rest one by one', () => {
  const table = recordingTable()
  const ending = begin()
  stepEnding(ending, [root, stray], table, 0)
  expect(table.sent).toEqual(['SIGTERM group 100', 'SIGTERM 110'])
  table.sent.length = 0
  let looks = 0
  while (ending.dueAt < 50) {
    stepEnding(ending, [root, stray], table, ending.dueAt)
    looks += 1
  }
  expect(looks).toBeGreaterThan(2)
  expect(table.sent.join()).not.toContain('SIGKILL')
  expect(ending.dueAt).toBe(50)
  table.sent.length = 0
  stepEnding(ending, [root, stray], table, 50)
  expect(table.sent).toEqual(['SIGKILL group 100', 'SIGKILL 110'])
})

test('a sandbox gets no SIGTERM, so its processes can clean up, but does get SIGKILL', () => {
  const table = recordingTable()
  const ending = begin(true)
  const inner: ProcessRow = { ...root, pid: 101, parent: 100, group: 101, session: 101 }
  const sibling: ProcessRow = { ...root, pid: 102, parent: 100 }
  stepEnding(ending, [root, inner, sibling], table, 0)
  expect(table.sent).toEqual(['SIGTERM group 101', 'SIGTERM 102'])
  table.sent.length = 0
  stepEnding(ending, [root, inner, sibling], table, 50)
  expect(table.sent).toEqual(['SIGKILL group 100', 'SIGKILL group 101'])
})

test('it is over after two empty scans in a row, not after one', () => {
  const table = recordingTable()
  const ending = begin()
  stepEnding(ending, [root], table, 0)
  expect(stepEnding(ending, [], table, 2).type).toBe('alive')
  expect(stepEnding(ending, [root], table, 3).type).toBe('alive')
  expect(stepEnding(ending, [], table, 4).type).toBe('alive')
  expect(stepEnding(ending, [], table, 5)).toEqual({ type: 'gone', ended: 1 })
})

test('a process that does not die is signalled forever, at least once a second', () => {
  const table = recordingTable()
  const ending = begin()
  for (let round = 0; round < 100; round++) stepEnding(ending, [root], table, ending.dueAt)
  const before = ending.dueAt
  expect(stepEnding(ending, [root], table, before).type).toBe('alive')
  expect(ending.dueAt - before).toBe(1_000)
  expect(table.sent.at(-1)).toBe('SIGKILL group 100')
})
