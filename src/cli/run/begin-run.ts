import { failed, ok, type Result } from '../../shared/result.ts'
import { conversationOf } from '../conversations.ts'
import { readsInFolder, type Run, runOf } from './run-options.ts'
import type { CommandHost } from '../terminal.ts'
import { enter, type Entered } from '../with-app.ts'

export interface BegunRun {
  readonly options: Run
  readonly entered: Entered
}

/** Why nothing began: a sentence for people. */
export interface NotBegun {
  readonly type: 'usage' | 'failed'
  readonly sentence: string
}

/**
 * Reads what is wanted, and opens the host. What a resumed conversation starts from is read in its own folder, which only the
 * host knows.
 */
export async function beginRun(
  flags: ReadonlyMap<string, string>,
  words: readonly string[],
  command: CommandHost,
): Promise<Result<BegunRun, NotBegun>> {
  const resume = flags.get('resume')
  if (resume === undefined || !readsInFolder(flags)) {
    const options = await runOf(flags, words, command)
    if (!options.ok) return failed({ type: 'usage', sentence: options.error })
    const entered = await enter(command)
    if (!entered.ok) return failed({ type: 'failed', sentence: entered.error })
    return ok({ options: options.value, entered: entered.value })
  }
  const entered = await enter(command)
  if (!entered.ok) return failed({ type: 'failed', sentence: entered.error })
  const begun = await beginInFolder(resume, entered.value)
  if (!begun.ok) await entered.value.host.close()
  return begun

  async function beginInFolder(id: string, app: Entered): Promise<Result<BegunRun, NotBegun>> {
    const found = conversationOf(id, app.opened.conversations)
    if (!found.ok) return failed({ type: 'failed', sentence: found.error })
    const options = await runOf(flags, words, command, found.value.folder)
    if (!options.ok) return failed({ type: 'usage', sentence: options.error })
    return ok({ options: options.value, entered: app })
  }
}
