import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../../client/client.ts'
import type { ConversationSummary } from '../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Clock } from './clock.ts'
import type { Shell } from './shell.ts'

/** A hidden window paints nothing. */
const HIDDEN_MS = 500
const IDLE_MS = 500

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
  const said = new Set<ConversationId>()
  const stop = client.onEvent((event) => {
    if (event.type === 'list.changed') said.add(event.summary.id)
    if (event.type === 'list.removed') said.add(event.conversationId)
  })
  const answer = await client.request('app.open', isInParts ? { shownFirst } : {})
  if (!answer.ok) {
    stop()
    if (answer.error.code !== 'disconnected') shell.setState({ failure: answer.error })
    return false
  }
  const { conversations, isWhole, now, ...opened } = answer.value
  clock.setHostTime(now)
  shell.setState({ conversations, isListWhole: isWhole, opened, failure: null })
  if (isWhole) stop()
  else afterPaint(() => void completeList({ client, shell }, said).finally(stop))
  return true
}

/**
 * The other rows, some whenever the window has nothing else to do, shown all at once. What was said of a row since the list was opened is
 * newer, and is shown by others.
 */
async function completeList(
  { client, shell }: Pick<Parts, 'client' | 'shell'>,
  said: ReadonlySet<ConversationId>,
): Promise<void> {
  const others: ConversationSummary[] = []
  for (let isWhole = false; !isWhole;) {
    await nothingToDo()
    const answer = await client.request('list.rows', {})
    if (!answer.ok) {
      // A line that was cut opens the whole list when it is back.
      if (answer.error.code !== 'disconnected') shell.setState({ failure: answer.error })
      return
    }
    others.push(...answer.value.conversations)
    isWhole = answer.value.isWhole
  }
  await nothingToDo()
  const { conversations } = shell.getState()
  const added = others.filter(({ id }) => !said.has(id))
  shell.setState({ conversations: [...conversations, ...added], isListWhole: true })
}

/** Within half a second, whatever there is to do. */
function nothingToDo(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 0)
    else requestIdleCallback(() => resolve(), { timeout: IDLE_MS })
  })
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
