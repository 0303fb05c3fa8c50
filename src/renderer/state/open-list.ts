import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../../client/client.ts'
import type { ConversationSummary } from '../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { painted } from '../ui/next-frame.ts'
import { whenIdle } from '../ui/when-idle.ts'
import type { Clock } from './clock.ts'
import type { PaneThreads } from './panes/pane-threads.ts'
import type { Shell } from './shell.ts'

const IDLE_MS = 500

interface Parts {
  readonly client: Client
  readonly clock: Pick<Clock, 'setHostTime'>
  readonly shell: Pick<StoreApi<Shell>, 'getState' | 'setState'>
  /** The conversations that the window starts with. None: the list decides. */
  readonly shownFirst: readonly ConversationId[]
  readonly panes: Pick<PaneThreads, 'opening'>
  /** Settles when the connection on which the list is opened closes. */
  readonly closed: Promise<void>
}

/** Events on a connection since the list was opened on it. */
interface EventsSinceOpen {
  readonly removed: ReadonlySet<ConversationId>
  /** True once the connection has closed. */
  readonly isOver: boolean
}

/**
 * Opens the list, for a window that starts with the visible part: the other rows follow once that is on the screen.
 * False: it could not be opened.
 */
export async function openList(parts: Parts): Promise<boolean> {
  const { client, clock, shell, shownFirst } = parts
  // A window that has a list keeps it until it has the new one.
  const isInParts = shell.getState().opened === null && shownFirst.length > 0
  const removed = new Set<ConversationId>()
  const events = { removed, isOver: false }
  void parts.closed.then(() => (events.isOver = true))
  const stop = client.onEvent((event) => {
    if (event.type === 'list.removed') removed.add(event.conversationId)
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
  else
    void painted()
      .then(() => completeList(parts, events))
      .finally(stop)
  return true
}

/**
 * Loads the other rows, some whenever the window is idle, and shows them all at once. A row that is already listed, or
 * was removed since the list was opened, is outdated in them. On a new connection the list is opened again, completely.
 */
async function completeList(parts: Parts, events: EventsSinceOpen): Promise<void> {
  const { client, shell } = parts
  const others: ConversationSummary[] = []
  for (let isWhole = false; !isWhole;) {
    await nothingToDo(parts)
    if (events.isOver) return
    const answer = await client.request('list.rows', {})
    if (!answer.ok) {
      if (answer.error.code !== 'disconnected') shell.setState({ failure: answer.error })
      return
    }
    others.push(...answer.value.conversations)
    isWhole = answer.value.isWhole
  }
  await nothingToDo(parts)
  if (events.isOver) return
  const { conversations } = shell.getState()
  const known = new Set([...events.removed, ...conversations.map(({ id }) => id)])
  const added = others.filter(({ id }) => !known.has(id))
  shell.setState({ conversations: [...conversations, ...added], isListWhole: true })
}

/** Resolves when the window is idle and no conversation is being opened. */
async function nothingToDo({ panes }: Pick<Parts, 'panes'>): Promise<void> {
  await idle()
  for (let wait = panes.opening(); wait !== null; wait = panes.opening()) {
    await wait
    await idle()
  }
}

/** Resolves within half a second, however busy the window is. */
function idle(): Promise<void> {
  return new Promise((resolve) => void whenIdle(resolve, IDLE_MS))
}
