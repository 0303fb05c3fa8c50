import { Worker } from 'node:worker_threads'
import type { Job, JobResult } from './job.ts'

/** CI machines have two cores. */
const WORKERS = 2

/**
 * Distributes the jobs of one planted bug, or of none, to two workers, each with its own modules. Stops when one breaks
 * a promise.
 */
export async function runBatch(jobs: readonly Job[]): Promise<readonly JobResult[]> {
  const waiting = [...jobs]
  const results: JobResult[] = []
  let isBroken = false
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('../worker.ts', import.meta.url), {
      workerData: jobs[0]?.mutant ?? null,
    })
    for (let job = waiting.shift(); job !== undefined && !isBroken; job = waiting.shift()) {
      const result = await done(worker, job)
      results.push(result)
      isBroken ||= result.failure !== null
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(WORKERS, jobs.length) }, work))
  return results
}

/** Divides seeds into jobs of this size. */
export function jobsOf(
  seeds: { readonly from: number; readonly count: number },
  size: number,
  common: Omit<Job, 'seeds'>,
): readonly Job[] {
  const jobs = Math.ceil(seeds.count / size)
  return Array.from({ length: jobs }, (_, index): Job => {
    const left = Math.min(size, seeds.count - index * size)
    const first = seeds.from + index * size
    return { ...common, seeds: Array.from({ length: left }, (__, at) => first + at) }
  })
}

function done(worker: Worker, job: Job): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    const ended = (code: number): void => reject(new Error(`a worker ended with ${code}`))
    worker.once('error', reject)
    worker.once('exit', ended)
    worker.once('message', (result: JobResult) => {
      worker.off('error', reject)
      worker.off('exit', ended)
      resolve(result)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(job)
  })
}
