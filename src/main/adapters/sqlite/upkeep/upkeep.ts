import type { Worker } from 'node:worker_threads'
import { assertNever } from '../../../../shared/assert-never.ts'
import type { OnPreparation, Preparation } from '../../../../shared/storage/preparation.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { guard } from '../../../runtime/guard.ts'
import { startThread } from '../../system/start-thread.ts'
import type { UpkeepAnswers, UpkeepJob } from './upkeep-jobs.ts'

/** Messages of a job's thread. The answer comes last. */
export type JobMessage =
  | { readonly type: 'preparation'; readonly preparation: Preparation }
  | { readonly type: 'answer'; readonly answer: UpkeepAnswers[UpkeepJob['type']] }

/**
 * SQLite checks all pages in one uninterruptible call, and a process that exits waits for its threads. `inTime`: the process
 * is killed instead, which loses nothing, because an interrupted job counts as never begun. `withCode`: somebody reads its
 * exit code.
 */
export type UpkeepExit = 'inTime' | 'withCode'

/** Runs jobs on the database, each in a separate thread. */
export interface Upkeep {
  /** Never rejects. The error says why there is no answer: the thread failed, or was stopped. */
  run<Type extends UpkeepJob['type']>(
    job: Extract<UpkeepJob, { readonly type: Type }>,
    /** Receives the progress of a backup or a migration, if the job reports it. */
    onPreparation?: OnPreparation,
  ): Promise<Result<UpkeepAnswers[Type], string>>
  /** Ends all running jobs. */
  close(): Promise<void>
}

/** `worker`: the built file or the source file of upkeep-worker. */
export function createUpkeep(worker: URL, exit: UpkeepExit = 'inTime'): Upkeep {
  const running = new Set<Worker>()
  return {
    run: <Type extends UpkeepJob['type']>(
      job: Extract<UpkeepJob, { readonly type: Type }>,
      onPreparation: OnPreparation = () => {},
    ) =>
      new Promise<Result<UpkeepAnswers[Type], string>>((resolve) => {
        const thread = startThread(worker, { name: 'upkeep', workerData: job })
        if (thread === null) return resolve(failed(NO_THREAD))
        running.add(thread)
        let reason = 'it was stopped'
        thread.on(
          'message',
          guard("a maintenance job's message", (message: JobMessage) => {
            switch (message.type) {
              case 'preparation':
                return onPreparation(message.preparation)
              case 'answer':
                return resolve(ok(message.answer as UpkeepAnswers[Type]))
              default:
                return assertNever(message)
            }
          }),
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
      if (exit === 'inTime') process.on('exit', leave)
      await Promise.all([...running].map((thread) => thread.terminate()))
      process.off('exit', leave)
    },
  }
}

const NO_THREAD = 'the system could not start another thread'

const leave = guard('leaving with a job at work', () => process.kill(process.pid, 'SIGKILL'))
