import { Worker } from 'node:worker_threads'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { guard } from '../../../runtime/guard.ts'
import type { UpkeepAnswers, UpkeepJob } from './upkeep-jobs.ts'

/** Jobs on the database in their own threads. */
export interface Upkeep {
  /** Never rejects. The error says why there is no answer: the thread failed, or was stopped. */
  run<Type extends UpkeepJob['type']>(
    job: Extract<UpkeepJob, { readonly type: Type }>,
  ): Promise<Result<UpkeepAnswers[Type], string>>
  /** Ends all running jobs. */
  close(): Promise<void>
}

/** `worker`: the built file or the source file of upkeep-worker. */
export function createUpkeep(worker: URL): Upkeep {
  const running = new Set<Worker>()
  return {
    run: (job) =>
      new Promise((resolve) => {
        const options = { name: 'upkeep', stdin: false, execArgv: [], workerData: job }
        const thread = new Worker(worker, options)
        running.add(thread)
        let reason = 'it was stopped'
        thread.on(
          'message',
          guard("a maintenance job's answer", (answer) => resolve(ok(answer))),
        )
        // Without a listener a thread's error would end Phoenix. 'exit' follows it.
        thread.on(
          'error',
          guard("a maintenance job's error", (error) => (reason = String(error))),
        )
        thread.on(
          'exit',
          guard('the end of a job', () => {
            running.delete(thread)
            resolve(failed(reason))
          }),
        )
      }),
    close: async () => {
      await Promise.all([...running].map((thread) => thread.terminate()))
    },
  }
}
