import { Worker } from 'node:worker_threads'
import { type Findings, merged } from './findings.ts'
import { COMPONENTS } from './variants.ts'

/** The number of cores of the smallest machine that runs this. */
const WORKERS = 2

/** Explores every variant: each component separately, two at a time, in workers with their own heaps. */
export async function proveAll(): Promise<Findings> {
  const findings = new Map<number, Findings>()
  const waiting = COMPONENTS.map((_, index) => index)
  const work = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      findings.set(index, await explored(index))
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return merged(COMPONENTS.flatMap((_, index) => findings.get(index) ?? []))
}

function explored(component: number): Promise<Findings> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: component })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)))
    worker.once('message', (findings: Findings) => resolve(findings))
  })
}
