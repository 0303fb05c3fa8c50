import { expect, test } from 'vitest'
import { byTier } from '../../../../shared/testing/by-tier.ts'
import { createPatchThread } from './patch-thread.ts'
import {
  type FileBefore,
  type PatchChange,
  type PatchOrder,
  workOutPatch,
} from './work-out-patch.ts'
import { threadSource } from '../../system/thread-source.fixture.ts'

const WORKER = threadSource('./patch-worker.ts', import.meta.url)
const inThread = createPatchThread(WORKER)

/** 20,000 lines of code. */
const CODE = Array.from({ length: 20_000 }, (_, line) => `  const v${line} = f(${line})\n`).join('')

function orderOf(text: string, changes: readonly PatchChange[]): PatchOrder {
  const file: FileBefore = {
    shown: 'src/big.ts',
    text,
    form: { encoding: 'utf8', bom: Buffer.alloc(0) },
    mode: 0o644,
    notes: [],
  }
  const steps = changes.map((change) => ({
    change,
    file: { ok: true, value: 0 } as const,
    target: null,
  }))
  return { files: [file], steps, shownTo: 'model' }
}

function edit(oldText: string, newText: string): PatchChange {
  return { type: 'edit', path: 'src/big.ts', oldText, newText, everywhere: false }
}

/** Microseconds of processor time. */
const total = ({ user, system }: NodeJS.CpuUsage): number => user + system

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

test.for([
  ['changes of a large file', CODE, byTier(10, 20)],
  ['many changes of a small one', CODE.slice(0, 200_000), byTier(50, 100)],
] as const)('other conversations go on while %s are searched', async ([, text, count]) => {
  const order = orderOf(
    text,
    Array.from({ length: count }, () => edit('const v9 =\nf(9)', '')),
  )

  const idle = process.threadCpuUsage()
  await inThread(order)
  const beside = total(process.threadCpuUsage(idle))
  const before = process.threadCpuUsage()
  workOutPatch(order)

  expect(beside).toBeLessThan(total(process.threadCpuUsage(before)) / 2)
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
