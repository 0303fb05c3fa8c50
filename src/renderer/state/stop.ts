import type { AppError } from '../../shared/app-error.ts'
import { isLive } from '../../shared/background-job.ts'
import { isResting } from '../../shared/conversation-state.ts'
import type { WorkId } from '../../shared/ids.ts'
import type { Client } from '../connection/client.ts'
import type { ConversationView } from './conversation-view.ts'
import type { NoticeBoard } from './notices.ts'

/** A turn is under way, or a process of the conversation lives. */
export function canStop(view: ConversationView): boolean {
  return !isResting(view.state) || livingOf(view).length > 0
}

/** The turn, with which the host ends the jobs; at rest each process by itself. */
export async function stop(
  client: Client,
  notices: NoticeBoard,
  view: ConversationView,
): Promise<void> {
  const conversationId = view.summary.id
  const tell = (error: AppError | null): void => notices.notify(conversationId, error)
  if (!isResting(view.state)) {
    const answer = await client.cancel(conversationId)
    return tell(answer.ok ? null : answer.error)
  }
  const ends = livingOf(view).map(async (workId) => {
    const answer = await client.request('process.end', { conversationId, workId })
    if (!answer.ok) tell(answer.error)
  })
  await Promise.all(ends)
}

/** Each once: a run can have several survivors. */
function livingOf({ survivors, jobs }: ConversationView): readonly WorkId[] {
  return [...new Set([...survivors, ...jobs.filter(isLive)].map(({ workId }) => workId))]
}
