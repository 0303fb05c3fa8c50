import { createPatchThread } from './patch-thread.ts'
import type { FileBefore, PatchChange, PatchOrder } from './work-out-patch.ts'
import { threadSource } from '../../system/thread-source.fixture.ts'

export const WORKER = threadSource('./patch-worker.ts', import.meta.url)

export const inThread = createPatchThread(WORKER)

/** 20,000 lines of code. */
export const CODE = Array.from(
  { length: 20_000 },
  (_, line) => `  const v${line} = f(${line})\n`,
).join('')

export function orderOf(text: string, changes: readonly PatchChange[]): PatchOrder {
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

export function edit(oldText: string, newText: string): PatchChange {
  return { type: 'edit', path: 'src/big.ts', oldText, newText, everywhere: false }
}
