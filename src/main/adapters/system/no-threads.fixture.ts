import { Worker } from 'node:worker_threads'

/** True while the system has no thread left. */
export const threads = { areUsedUp: false }

/** For `vi.mock('node:worker_threads')`: threads fail to start as Node reports it under a limit on processes. */
export class LimitedWorker extends Worker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    if (threads.areUsedUp) {
      const error = new Error('Worker initialization failure: EAGAIN')
      throw Object.assign(error, { code: 'ERR_WORKER_INIT_FAILED' })
    }
    super(...args)
  }
}
