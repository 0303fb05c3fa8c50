import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Mutant } from './edits.ts'

export type Verdict = 'noticed' | 'hangs' | 'survived'

type Report =
  | { readonly type: 'ready' | 'unsound' | 'hangs' }
  | { readonly type: 'tried'; readonly isNoticed: boolean }

/** Tries mutants one after another in a process of its own, which restarts after a mutant that hangs. */
export class MutantRunner {
  #child: ChildProcess | null = null

  async run(mutant: Mutant): Promise<Verdict> {
    this.#child ??= await ready()
    const child = this.#child
    child.send(mutant)
    const report = await reportOf(child)
    if (report === null || report.type === 'hangs') {
      this.close()
      return 'hangs'
    }
    return report.type === 'tried' && !report.isNoticed ? 'survived' : 'noticed'
  }

  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
  }
}

async function ready(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'worker.ts'))
  const report = await reportOf(child)
  if (report?.type === 'ready') return child
  child.kill('SIGKILL')
  throw new Error("the core's tests fail before anything is broken: make them green first")
}

/** Null: the process ended. */
async function reportOf(child: ChildProcess): Promise<Report | null> {
  const over = new AbortController()
  const { signal } = over
  try {
    const ended = once(child, 'exit', { signal }).then(() => [null])
    const [report] = await Promise.race([once(child, 'message', { signal }), ended])
    return report as Report | null
  } finally {
    over.abort()
  }
}
