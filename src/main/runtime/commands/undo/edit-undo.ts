import { type AppError, appError } from '../../../../shared/app-error.ts'
import type { EditsLook, EditsTarget, EditsUndone } from '../../../../shared/conversation/edits.ts'
import type { FileChange } from '../../../../shared/messages/file-change.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { InputOf } from '../../../core/machine/event.ts'
import type { ConversationRuntime } from '../../conversation/conversation-runtime.ts'
import { chain, type Chains, editsInForce } from './edit-chain.ts'
import type { EditPort, Span } from '../../ports/edit-port.ts'
import type { ProcessPort } from '../../ports/process-port.ts'
import { type HistoryReading, readHistory } from '../../conversation/record/read-history.ts'
import { editsIn, type Sources, type TurnEdits, turnEdits } from './turn-edits.ts'

type Undone = InputOf<'editsUndone'>

/** An undo before the disk is checked. */
interface Plan extends Chains {
  readonly of: Undone['of']
  readonly messageIds: Undone['messageIds']
  readonly commands: readonly Span[]
}

interface Recorded {
  readonly runtime: ConversationRuntime
  /** Resolves when the undo is recorded. */
  readonly dispatch: (input: Undone) => Promise<Result<unknown, AppError>>
}

interface EditUndoPorts extends HistoryReading {
  readonly edits: EditPort
  readonly processes: Pick<ProcessPort, 'jobRanUntil'>
}

/** Undoes what tools did to files, and undoes undos. */
export class EditUndo {
  readonly #port: EditPort
  readonly #reading: HistoryReading
  readonly #processes: Pick<ProcessPort, 'jobRanUntil'>

  constructor(ports: EditUndoPorts) {
    this.#port = ports.edits
    this.#reading = ports
    this.#processes = ports.processes
  }

  /** Counts the files that an undo would concern, conflicts included. Does not read them. */
  async count(
    runtime: ConversationRuntime,
    target: EditsTarget,
  ): Promise<Result<{ files: number }, AppError>> {
    const plan = await this.#plan(runtime, target)
    return plan.ok ? ok({ files: plan.value.changes.length + plan.value.conflicts.length }) : plan
  }

  async preview(
    runtime: ConversationRuntime,
    target: EditsTarget,
  ): Promise<Result<EditsLook, AppError>> {
    const planned = await this.#plan(runtime, target)
    if (!planned.ok) return planned
    const plan = planned.value
    const { folder } = runtime.record.stored
    const look = await this.#port.look(folder, plan.changes)
    return ok({
      restorable: look.restorable.map((change) => ({
        shown: change.shown,
        becomes: becomes(change),
      })),
      conflicts: [...plan.conflicts, ...look.conflicts],
      mayHaveChanged: await this.#changedByCommands(folder, plan),
    })
  }

  /** Changes the disk first, then records the undo: if recording fails, the files are put back. */
  async undo(
    { runtime, dispatch }: Recorded,
    target: EditsTarget,
  ): Promise<Result<EditsUndone, AppError>> {
    const planned = await this.#plan(runtime, target)
    if (!planned.ok) return planned
    const plan = planned.value
    const { folder } = runtime.record.stored
    const restored = await this.#port.restore(folder, plan.changes)
    if (!restored.ok) return failed(appError('fileRefused', restored.error))
    const { files } = restored.value
    const conflicts = [...plan.conflicts, ...restored.value.conflicts]
    if (files.length === 0) return ok({ undone: 0, conflicts })
    const { messageIds, of } = plan
    const dispatched = await dispatch({ type: 'editsUndone', of, messageIds, files })
    if (dispatched.ok) return ok({ undone: files.length, conflicts })
    const again = await this.#port.restore(folder, files)
    const isBack = again.ok && again.value.conflicts.length === 0
    const outcome = isBack ? AS_BEFORE : NOT_AS_BEFORE
    return failed(appError(dispatched.error.code, `${dispatched.error.message} ${outcome}`))
  }

  /** Fails if there is no such message, or some of the edits are unknown: an undo without them would look complete. */
  async #plan(
    { record }: ConversationRuntime,
    target: EditsTarget,
  ): Promise<Result<Plan, AppError>> {
    const history: Sources['history'] = (id) => readHistory(this.#reading, id)
    const messages = await history(record.stored.id)
    const sources: Sources = {
      intendedBy: (callId) => this.#port.intendedBy(callId),
      jobRanUntil: (callId) => this.#processes.jobRanUntil(callId),
      history,
      timers: this.#reading.timers,
    }
    if (target.type !== 'message') {
      return planOf('edits', await turnEdits(messages, target, sources))
    }
    const message = messages.find(({ id }) => id === target.messageId)
    if (message === undefined) return failed(GONE)
    const of = message.content.type === 'undo' ? 'undo' : 'edits'
    return planOf(of, { ...editsIn(message, sources), commands: [], messages })
  }

  async #changedByCommands(
    folder: string,
    { commands, changes }: Plan,
  ): Promise<EditsLook['mayHaveChanged']> {
    if (commands.length === 0) return null
    const known = new Set(changes.map(({ path }) => path))
    const changed = await this.#port.changedIn(folder, commands, known)
    return { commands: commands.length, ...changed }
  }
}

function planOf(
  of: Undone['of'],
  { edits, commands, messages, unread }: TurnEdits,
): Result<Plan, AppError> {
  if (unread !== null) return failed(appError('fileRefused', `${UNREAD} ${unread}. Try again.`))
  const left = editsInForce(edits, messages)
  return ok({ of, messageIds: left.map(({ messageId }) => messageId), commands, ...chain(left) })
}

function becomes({ after, before }: FileChange): EditsLook['restorable'][number]['becomes'] {
  if (before === null) return 'deleted'
  return after === null ? 'recreated' : 'restored'
}

const GONE = appError('notFound', 'These edits are no longer part of this conversation.')
const UNREAD = 'What a stopped call was writing can’t be read right now, so nothing can be undone:'
const AS_BEFORE = 'So nothing was undone: the files are as they were.'
const NOT_AS_BEFORE =
  'The files were changed and could not all be restored. Check them before you continue.'
