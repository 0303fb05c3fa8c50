import { expect, test } from 'vitest'
import { compareFile, createDiffThread } from '../tools/changes/diff-thread.ts'
import { markedLines } from './new-files.ts'
import { readGitDiff } from './read-git-diff.ts'
import { threadSource } from '../system/thread-source.fixture.ts'

const WORKER = threadSource('../tools/changes/patch-worker.ts', import.meta.url)

/** 1 MB of two kinds of short lines, and the same with 450 others: the slowest to compare. */
const OLD = Array.from({ length: 500_000 }, (_, line) => ((line * 7919) % 13 < 6 ? 'a' : 'b'))
const NOW = OLD.map((line, index) => (index % 1_111 === 0 ? `x${index}` : line))
const ORDER = { name: 'a.txt', old: OLD.join('\n'), now: NOW.join('\n') }

const LINES = 200_000

/** How often others had their turn meanwhile. On the main thread in one piece it would be once at most. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work
  isOver = true
  return turns
}

test('a thread compares large versions like the main thread, and others go on meanwhile', async () => {
  const compared = createDiffThread(WORKER, { longestMs: 60_000, maxHeldBytes: 1e10 })(ORDER)
  expect(await turnsDuring(compared)).toBeGreaterThan(20)
  expect(await compared).toEqual(compareFile(ORDER))
})

test('a comparison that takes too long ends without a difference', async () => {
  const compare = createDiffThread(WORKER, { longestMs: 1, maxHeldBytes: 1e10 })
  expect(await compare(ORDER)).toBeNull()
  expect(await createDiffThread(WORKER)(ORDER, AbortSignal.abort())).toBeNull()
})

test('a long diff of git is read in slices', async () => {
  const body = `@@ -0,0 +1,${LINES} @@\n${'+x\r\n'.repeat(LINES)}`
  const one = (name: string): string => `diff --git a/${name} b/${name}\n+++ b/${name}\n${body}`
  const read = readGitDiff(one('a') + one('b'), false)
  expect(await turnsDuring(read)).toBeGreaterThan(5)
  const hunks = `@@ -0,0 +1,${LINES} @@${'\n+x'.repeat(LINES)}`
  expect(await read).toMatchObject([
    { path: 'a', hunks, added: LINES },
    { path: 'b', hunks, added: LINES },
  ])
})

test('the lines of a new file are marked in slices, whatever ends them', async () => {
  const read = markedLines(`${'x\r\n'.repeat(LINES)}end\r`)
  expect(await turnsDuring(read)).toBeGreaterThan(5)
  const { count, marked } = await read
  expect(count).toBe(LINES + 1)
  expect(marked.join('\n')).toBe(`${'+x\n'.repeat(LINES)}+end`)
})
