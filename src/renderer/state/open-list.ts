import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../../client/client.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Clock } from './clock.ts'
import type { Shell } from './shell.ts'

/** A hidden window paints nothing. */
const HIDDEN_MS = 500

interface Parts {
  readonly client: Client
  readonly clock: Pick<Clock, 'setHostTime'>
  readonly shell: Pick<StoreApi<Shell>, 'getState' | 'setState'>
  /** The conversations that the window begins with. None: that depends on the list. */
  readonly shownFirst: readonly ConversationId[]
}

/**
 * Opens the list, for a window that begins with what is seen of it first: the other rows come once that is on the screen. False:
 * it is not open.
 */
export async function openList({ client, clock, shell, shownFirst }: Parts): Promise<boolean> {
  // A window that has a list keeps it until it has the new one.
  const isInParts = shell.getState().opened === null && shownFirst.length > 0
  const answer = await client.request('app.open', isInParts ? { shownFirst } : {})
  if (!answer.ok) {
    if (answer.error.code !== 'disconnected') shell.setState({ failure: answer.error })
    return false
  }
  const { conversations, isWhole, now, ...opened } = answer.value
  clock.setHostTime(now)
  shell.setState({ conversations, isListWhole: isWhole, opened, failure: null })
  if (!isWhole) afterPaint(() => void completeList({ client, shell }))
  return true
}

/**
 * What was said of rows before this answer, and waits to be shown, is shown after it: each says all of its row, so the last one
 * counts.
 */
async function completeList({ client, shell }: Pick<Parts, 'client' | 'shell'>): Promise<void> {
  const answer = await client.request('list.rows', {})
  if (answer.ok) shell.setState({ conversations: answer.value.conversations, isListWhole: true })
  // A line that was cut opens the whole list when it is back.
  else if (answer.error.code !== 'disconnected') shell.setState({ failure: answer.error })
}

/** Once what was shown last is on the screen. */
function afterPaint(run: () => void): void {
  let isOver = false
  const once = (): void => {
    if (isOver) return
    isOver = true
    run()
  }
  requestAnimationFrame(() => requestAnimationFrame(once))
  setTimeout(once, HIDDEN_MS)
}
