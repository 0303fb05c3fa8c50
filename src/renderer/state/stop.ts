import type { AppError } from '../../shared/app-error.ts'
import { type BackgroundJob, isLive } from '../../shared/conversation/background-job.ts'
import { isAtRest } from '../../shared/conversation/state-view.ts'
import type { ConversationId, WorkId } from '../../shared/ids.ts'
import type { Client } from '../../client/client.ts'
import type { ConversationView } from '../../client/conversation/conversation-view.ts'
import type { Composing } from './composer/composing.ts'

/** True if a turn is running, or a process of the conversation is alive. */
export function canStop(view: ConversationView): boolean {
  const { hooks, state, orphans, jobs, shells } = view
  const runs = jobs.some(isLive) || shells.some(({ phase }) => phase.type === 'running')
  return !isAtRest(state) || orphans.length > 0 || hooks.length > 0 || runs
}

/** The jobs that the Stop button asks about: at rest, those that are running. */
export function jobsToAskAbout({ state, jobs }: ConversationView): readonly BackgroundJob[] {
  return isAtRest(state) ? jobs.filter(({ phase }) => phase.type === 'running') : []
}

export interface Stopping {
  /**
   * Esc: ends the turn, and commands that the person runs there. Also sent at rest: the host may have begun a turn that
   * is not on this screen yet.
   */
  turn(conversationId: ConversationId): Promise<void>
  /** The button: at rest it also tries to end each orphan. Jobs need a confirmation first. */
  button(view: ConversationView): Promise<void>
  /** Ends these processes, one by one. */
  processes(conversationId: ConversationId, workIds: readonly WorkId[]): Promise<void>
}

export function createStopping(client: Client, notices: Pick<Composing, 'notify'>): Stopping {
  async function turn(id: ConversationId): Promise<void> {
    const answer = await client.cancel(id)
    notices.notify(id, answer.ok ? null : answer.error)
  }

  async function processes(
    conversationId: ConversationId,
    workIds: readonly WorkId[],
  ): Promise<void> {
    const tell = (error: AppError): void => notices.notify(conversationId, error)
    const ends = workIds.map(async (workId) => {
      const answer = await client.request('process.end', { conversationId, workId })
      if (!answer.ok) tell(answer.error)
    })
    await Promise.all(ends)
  }

  return {
    turn,
    processes,
    async button({ state, summary, orphans }) {
      const left = isAtRest(state) ? new Set(orphans.map(({ workId }) => workId)) : []
      await Promise.all([turn(summary.id), processes(summary.id, [...left])])
    },
  }
}
