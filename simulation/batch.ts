import { Worker } from 'node:worker_threads'
import type { Job, JobResult } from './job.ts'

/** The cores of the machine that CI has. */
const WORKERS = 2

/** Shares the jobs out to two workers. Stops handing out when one breaks a promise, unless all are wanted. */
export async function runBatch(
  jobs: readonly Job[],
  isAllWanted = false,
): Promise<readonly JobResult[]> {
  const waiting = [...jobs]
  const results: JobResult[] = []
  let isBroken = false
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      if (isBroken && !isAllWanted) return
      const result = await inWorker(job)
      results.push(result)
      isBroken ||= result.failure !== null
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return results
}

/** Seeds in jobs of so many. */
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

function inWorker(job: Job): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: job })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)))
  })
}
