import { expect, test } from 'vitest'
import { createPatchThread } from './patch-thread.ts'
import { type PatchOrder, workOutPatch } from './work-out-patch.ts'
import { WORKER, inThread, CODE, orderOf, edit } from './patch-thread.fixture.ts'

/** Found only by a search that ignores white space: the slow way. */
const INDENTED = edit('const v15000 = f(15000)\n  const v15001 = f(15001)', 'const v = 0')

test('the thread works out the same as the main thread would', async () => {
  const orders = [
    orderOf(CODE, [INDENTED, edit('const v7 = f(7)\n', 'const seven = 7\n')]),
    orderOf(CODE, [edit('const v1 = f(1)\nconst other\n', '')]),
  ]
  for (const order of orders) {
    const [worked, expected] = [await inThread(order), workOutPatch(order)]
    expect(worked.ok).toBe(expected.ok)
    if (!worked.ok || !expected.ok) expect(worked).toEqual(expected)
    else {
      const { files, ...shown } = worked.value
      expect(shown).toEqual({ ...expected.value, files: undefined })
      const bytesOf = (after: (typeof files)[number] | undefined): string =>
        Buffer.from(after?.bytes ?? []).toString()
      expect(bytesOf(files[0])).toBe(bytesOf(expected.value.files[0]))
    }
  }
})

test('a large file that is only moved is worked out in the thread too', async () => {
  const move = { type: 'update', path: 'src/big.ts', hunks: [], movedTo: 'src/new.ts' } as const
  const { files, steps, ...order } = orderOf(CODE, [move])
  const moved: PatchOrder = {
    ...order,
    files: files.flatMap((file) => [file, { ...file, shown: 'src/new.ts', text: null }]),
    steps: steps.map((step) => ({ ...step, target: { ok: true, value: 1 } })),
  }
  const worked = await inThread(moved)
  const after = worked.ok ? worked.value.files : []
  expect(after.map((each) => each?.bytes?.length)).toEqual([undefined, CODE.length])
  expect((await inThread(moved, AbortSignal.abort())).ok).toBe(false)
})

test('what takes too long ends with advice, and Stop ends it at once', async () => {
  const forever = orderOf(
    'x\n'.repeat(1_000_000),
    Array.from({ length: 100 }, () => edit(' x\n y', '')),
  )
  const limited = createPatchThread(WORKER, { longestMs: 300, maxHeldBytes: 1e10 })
  expect(await limited(forever)).toMatchObject({ error: expect.stringContaining('too long') })

  const since = performance.now()
  const stoppable = createPatchThread(WORKER, { longestMs: 60_000, maxHeldBytes: 1e10 })
  expect(await stoppable(forever, AbortSignal.timeout(200))).toMatchObject({ ok: false })
  expect(performance.now() - since).toBeLessThan(30_000)
  expect((await stoppable(forever, AbortSignal.abort())).ok).toBe(false)
})
