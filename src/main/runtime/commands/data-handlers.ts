import { appError, type AppError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { dataCommands } from '../../../shared/protocol/data-commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { Prunable, StorageSizes } from '../../../shared/storage/storage-sizes.ts'
import type { HandlerPorts, HandlersOf } from './handler-ports.ts'

const NOTHING_TO_RECOVER = failed(
  appError('invalidInput', 'Phoenix’s database is open, so there is nothing to recover.'),
)

const READY = failed(appError('invalidInput', 'Phoenix’s database is ready.'))

/** `isDeleted`: true for a hidden conversation that is about to be removed. */
export function dataHandlers(
  {
    backups,
    edits,
    leftovers,
    outputs,
    reopen,
  }: Pick<HandlerPorts, 'backups' | 'edits' | 'leftovers' | 'outputs' | 'reopen'>,
  isDeleted: (id: ConversationId) => boolean,
): HandlersOf<keyof typeof dataCommands> {
  async function sizes(): Promise<Result<StorageSizes, AppError>> {
    const measured = await backups.sizes()
    if (!measured.ok)
      return failed(appError('storage', `This could not be measured: ${measured.error}.`))
    const conversations = measured.value.conversations.filter(({ id }) => !isDeleted(id))
    return ok({ ...measured.value, conversations })
  }

  /** Returns the reason if something could not be removed. */
  async function prune(what: Prunable): Promise<string | null> {
    switch (what) {
      case 'outputs':
        await outputs.removeAll()
        return null
      case 'undo':
        await edits.removeKept()
        return null
      case 'unused':
        return leftovers.removeUnused()
      default:
        return assertNever(what)
    }
  }

  return {
    'sizes.read': sizes,
    'sizes.prune': async ({ what }) => {
      const problem = await prune(what)
      if (problem === null) return sizes()
      return failed(appError('storage', `This could not be removed: ${problem}.`))
    },
    'backups.read': () => ok(backups.view()),
    'backups.make': async () => ok(await backups.make()),
    'recovery.begin': () => {
      reopen()
      return ok({})
    },
    'recovery.read': () => NOTHING_TO_RECOVER,
    'recovery.prepared': () => NOTHING_TO_RECOVER,
    'recovery.restore': () => NOTHING_TO_RECOVER,
    'recovery.startEmpty': () => NOTHING_TO_RECOVER,
    'recovery.tryAgain': () => NOTHING_TO_RECOVER,
    'recovery.export': () => NOTHING_TO_RECOVER,
    'recovery.quit': () => NOTHING_TO_RECOVER,
    'preparation.read': () => READY,
    'preparation.quit': () => READY,
  }
}
