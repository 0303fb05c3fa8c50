import type { AppError } from '../../shared/app-error.ts'
import { isLive } from '../../shared/background-job.ts'
import { isResting } from '../../shared/conversation-state.ts'
import type { Client } from '../connection/client.ts'
import type { ConversationView } from './conversation-view.ts'
import type { NoticeBoard } from './notices.ts'

/** A turn is under way, or a process of the conversation lives. */
export function canStop(view: ConversationView): boolean {
  const { state, survivors, jobs } = view
  return !isResting(state) || survivors.length > 0 || jobs.some(isLive)
}

/**
 * The turn, with which the host ends the jobs: asked for at rest too, since the host may have begun one that is not on this
 * screen yet. At rest also each survivor.
 */
export async function stop(
  client: Client,
  notices: NoticeBoard,
  view: ConversationView,
): Promise<void> {
  const conversationId = view.summary.id
  const tell = (error: AppError | null): void => notices.notify(conversationId, error)
  const cancel = async (): Promise<void> => {
    const answer = await client.cancel(conversationId)
    tell(answer.ok ? null : answer.error)
  }
  const cancelled = cancel()
  const left = isResting(view.state) ? new Set(view.survivors.map(({ workId }) => workId)) : []
  const ends = [...left].map(async (workId) => {
    const answer = await client.request('process.end', { conversationId, workId })
    if (!answer.ok) tell(answer.error)
  })
  await Promise.all([cancelled, ...ends])
}
