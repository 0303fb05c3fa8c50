import { assertNever } from '../../../../shared/assert-never.ts'
import { failed, type Result } from '../../../../shared/result.ts'
import { runThread, type ThreadLimits } from '../../system/short-thread.ts'
import { type PatchOrder, type WorkedOut, workOutPatch } from './work-out-patch.ts'

/** Works out a patch, for as long as it is wanted. The error is a sentence for the model. */
export type WorkOutPatch = (
  order: PatchOrder,
  signal?: AbortSignal,
) => Promise<Result<WorkedOut, string>>

/** Less than a look at a call may take. */
const LIMITS: ThreadLimits = { longestMs: 4_500, maxHeldBytes: 1_536 * 1024 * 1024 }
/** In code units that a patch goes through: some 20 ms at most. A thread takes longer to start. */
const MAX_AT_ONCE = 256 * 1024

/**
 * Large files, and many changes of one, are split into lines and compared in a separate thread: all conversations wait for
 * what the main thread does. `worker`: the built file or the source file of patch-worker.
 */
export function createPatchThread(worker: URL, limits: ThreadLimits = LIMITS): WorkOutPatch {
  return async (order, signal) => {
    if (workOf(order) <= MAX_AT_ONCE) return workOutPatch(order)
    let worked: Result<WorkedOut, string> = failed(TOO_LONG)
    try {
      await runThread({ name: 'patch', worker, order, signal, ...limits }, (message) => {
        worked = message as typeof worked
      })
    } catch (error) {
      return failed(`No thread could be started for a change of this size: ${String(error)}`)
    }
    return worked
  }
}

const TOO_LONG =
  'Finding the places to change took too long. Quote the lines exactly as they are in the file, and change fewer places in one call.'

/** Each change, and each hunk of one, goes through its file; so does a move without hunks. */
function workOf({ files, steps }: PatchOrder): number {
  return steps.reduce((sum, { change, file }) => {
    const length = file.ok ? (files[file.value]?.text?.length ?? 0) : 0
    switch (change.type) {
      case 'create':
      case 'write':
        return sum + length + change.text.length
      case 'delete':
        return sum + length
      case 'edit':
        return sum + length + change.oldText.length + change.newText.length
      case 'update':
        return sum + length * Math.max(1, change.hunks.length)
      default:
        return assertNever(change)
    }
  }, 0)
}
