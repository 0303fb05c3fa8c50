import { createStore, type StoreApi } from 'zustand/vanilla'
import { appError, type AppError } from '../../shared/app-error.ts'
import type {
  ConversationSnapshot,
  ConversationSummary,
} from '../../shared/conversation/conversation.ts'
import type { ClientEvent, ClientEventOf, MenuItem } from '../../shared/protocol/events.ts'
import type { Link } from '../../shared/link.ts'
import type { AgentId, CallId, ConversationId, TurnId, WorkId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { SettingsView } from '../../shared/settings/settings.ts'
import { isAtRest } from '../../shared/conversation/state-view.ts'
import type { QuestionPlace } from '../../shared/conversation/open-question.ts'
import type { QuestionAnswer } from '../../shared/messages/user-question.ts'
import type { ApprovalAnswer } from '../../shared/conversation/turn.ts'
import { type Client, createClient } from '../../client/client.ts'
import type { HostConnection } from '../../shared/protocol/frames.ts'
import type { Dial } from '../../client/dial.ts'
import { startHeartbeat } from '../connection/heartbeat.ts'
import { keepConnected } from '../connection/keep-connected.ts'
import {
  type SubAgentThreadStore,
  createSubAgentThreads,
} from '../../client/conversation/sub-agent-threads.ts'
import { type Clock, createClock } from './clock.ts'
import { type Composing, createComposing } from './composer/composing.ts'
import { followRows } from './follow-rows.ts'
import { createFrameQueue } from './frame-queue.ts'
import { withoutRow, withRow } from './list.ts'
import { reportVisibleThreads } from './visible-threads.ts'
import { openList } from './open-list.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createPaneThreads, type PaneThreads } from './panes/pane-threads.ts'
import { createPictures, type Pictures } from './pictures.ts'
import { createRowActions, type RowActions } from './row-actions.ts'
import { createRules, type FolderRulesStore } from './rules.ts'
import type { FirstView, Shell } from './shell.ts'
import { createStopping, type Stopping } from './stop.ts'
import { createTerminals, type Terminals } from './terminals/terminals.ts'
import { type Thread, type ThreadStore, idOfThread } from '../../client/conversation/thread.ts'

export interface App {
  readonly client: Client
  readonly clock: Clock
  readonly shell: StoreApi<Shell>
  readonly panes: PaneThreads
  /** The thread of the focused pane. */
  readonly thread: ThreadStore
  readonly subAgents: SubAgentThreadStore
  readonly composing: Composing
  readonly pictures: Pictures
  readonly outbox: Outbox
  readonly rules: FolderRulesStore
  readonly rows: RowActions
  readonly stopping: Stopping
  readonly terminals: Terminals
  /** Ends the turn, for Esc or the menu of the host. */
  stopTurn(): void
  /** Extends a turn that has reached its time limit by the same time again. */
  extendTurn(turnId: TurnId): void
  continueTurn(): void
  /** Names its conversation: it also follows an answer of the host, and the person may have gone elsewhere meanwhile. */
  retryTurn(conversationId: ConversationId): void
  /** `throughSeq`: the last message to summarise. Default: all. */
  compactTurn(options?: { readonly throughSeq?: number }): void
  dropAttachments(): void
  /** Answers the approval of calls of this conversation, or of one of its sub-agents. False: it was not taken. */
  answerApproval(
    conversationId: ConversationId,
    callIds: readonly CallId[],
    answer: ApprovalAnswer,
  ): Promise<boolean>
  /** Answers a question of the agent, or of a running call. False: it was not taken. */
  answerQuestion(
    conversationId: ConversationId,
    place: QuestionPlace,
    answer: QuestionAnswer,
  ): Promise<boolean>
  stopSubAgent(agentId: AgentId): void
  /** Ends a process that outlived its call. */
  endProcess(conversationId: ConversationId, workId: WorkId): void
  addConversation(summary: ConversationSummary): void
  setSettings(settings: SettingsView): void
  /** Listens for choices in the application menu of the host; a newer listener replaces the older one. */
  onMenu(listener: (item: MenuItem) => void): void
  /** Listens for links opened by other programs and notifications that were clicked; a newer listener replaces the older one. */
  onLink(listener: (link: Link | null) => void): void
  redial(): void
  /** Has the open conversation checked for changes outside of Phoenix that a person is waiting for. */
  lookAgain(): void
}

export function createApp(
  dial: Dial,
  page: Document,
  { shownFirst = [], mayShow }: Partial<FirstView> = {},
): App {
  const client = createClient()
  const clock = createClock(page)
  const shell = createStore<Shell>(() => ({
    line: { type: 'connecting', failures: 0 },
    silentMs: null,
    opened: null,
    conversations: [],
    isListWhole: false,
    failure: null,
  }))
  let tellMenu: (item: MenuItem) => void = nothing
  let tellLink: (link: Link | null) => void = nothing
  const composing = createComposing(client)
  const outbox = createOutbox(client, composing)
  const rules = createRules(client)
  const rows = createRowActions(client)
  const pictures = createPictures(client)
  const stopping = createStopping(client, composing)
  const terminals = createTerminals(client)
  const panes = createPaneThreads(client, afterSnapshot, mayShow)
  const thread = panes.focused
  const shownThreads = Object.values(panes.threads)
  const subAgents = createSubAgentThreads(client)
  for (const { store } of shownThreads)
    store.subscribe((now) => {
      if (now.type !== 'open') return
      const { summary, messages, state } = now.view
      composing.dispatch(summary.id, { type: 'threadShown', messages, isResting: isAtRest(state) })
    })

  followRows(shownThreads, subAgents, { shell, now: () => clock.now(), change: addConversation })
  const lookAgain = reportVisibleThreads(client, panes, page)

  function afterSnapshot(snapshot: ConversationSnapshot): void {
    clock.setHostTime(snapshot.now)
    composing.dispatch(snapshot.summary.id, { type: 'snapshotOpened', snapshot })
    addConversation(snapshot.summary)
  }

  /** An archived conversation leaves the second pane. */
  function addConversation(summary: ConversationSummary): void {
    const before = shell.getState().conversations.find(({ id }) => id === summary.id)
    if (before?.isArchived === false && summary.isArchived) closePaneOf(summary.id)
    shell.setState({ conversations: withRow(shell.getState().conversations, summary) })
  }

  function closePaneOf(id: ConversationId): void {
    const pane = panes.paneOf(id)
    if (pane !== null) panes.close(pane)
  }

  function setOpened(change: Partial<NonNullable<Shell['opened']>>): void {
    const { opened } = shell.getState()
    if (opened !== null) shell.setState({ opened: { ...opened, ...change } })
  }

  function setSettings(settings: SettingsView): void {
    setOpened({ settings })
  }

  /**
   * A conversation that was set aside shows nothing live: opening it again shows that. After its recovery by another
   * window, or an undone deletion, it is shown again.
   */
  function followAside({ id, activity }: ConversationSummary): void {
    const pane = panes.paneOf(id)
    if (pane === null) return
    const shown = panes.threads[pane].store.getState()
    const code = shown.type === 'failed' ? shown.error.code : null
    if (code === 'deleted' || (activity === 'setAside') !== (code === 'setAside'))
      panes.threads[pane].reopen()
  }

  /** Its pane is closed if there is another. Opened again, it shows that it was deleted. */
  function removeConversation(id: ConversationId): void {
    shell.setState({ conversations: withoutRow(shell.getState().conversations, id) })
    closePaneOf(id)
    const pane = panes.paneOf(id)
    if (pane !== null) panes.threads[pane].reopen()
  }

  /** Reported where it happened, or else in the open conversation. */
  function reportFault({ conversationId, message }: ClientEventOf<'host.faulted'>): void {
    const isListed = shell.getState().conversations.some(({ id }) => id === conversationId)
    const where = isListed ? conversationId : idOfThread(thread.store.getState())
    if (where !== null) composing.notify(where, appError('internal', message))
  }

  function followDraft({
    conversationId,
    draft,
    replaced,
  }: ClientEventOf<'conversation.drafted'>): void {
    composing.dispatch(conversationId, { type: 'draftFollowed', draft, replaced })
  }

  function takeAll(events: readonly ClientEvent[]): void {
    for (const event of events) {
      if (event.type === 'list.changed') addConversation(event.summary)
      if (event.type === 'list.removed') removeConversation(event.conversationId)
      if (event.type === 'conversation.drafted') followDraft(event)
      if (event.type === 'settings.changed') setSettings(event.settings)
      if (event.type === 'menu.chosen') tellMenu(event.item)
      if (event.type === 'link.opened') tellLink(event.link)
      if (event.type === 'host.faulted') reportFault(event)
      if (event.type === 'host.storage') setOpened({ storageTrouble: event.trouble })
    }
    thread.apply(events)
    for (const event of events) if (event.type === 'list.changed') followAside(event.summary)
    subAgents.apply(events)
    rules.apply(events)
  }

  async function use(connection: HostConnection): Promise<void> {
    const closed = client.attach(connection)
    const endHeartbeat = startHeartbeat({
      ping: () => client.request('app.ping', {}),
      onSilence: (silentMs) => shell.setState({ silentMs }),
    })
    void closed.then(endHeartbeat)
    if (await openList({ client, clock, shell, shownFirst, panes, closed })) {
      thread.reopen()
      subAgents.reopen()
      rules.reopen()
      terminals.reopen()
      composing.reconnected()
      pictures.resume()
    }
    return closed
  }

  async function ask(
    command: 'turn.continue' | 'turn.retry' | 'turn.compact' | 'attachments.drop',
    conversationId: ConversationId,
    part: { readonly throughSeq?: number } = {},
  ): Promise<void> {
    const answer = await client.request(command, { conversationId, ...part })
    composing.notify(conversationId, answer.ok ? null : answer.error)
  }

  /** A sub-agent's failure is reported in the open conversation. */
  async function tellShown(answering: Promise<Result<unknown, AppError>>): Promise<boolean> {
    const shown = idOfThread(thread.store.getState())
    const answer = await answering
    if (shown !== null && !answer.ok) composing.notify(shown, answer.error)
    return answer.ok
  }

  const queue = createFrameQueue(takeAll)
  client.onEvent((event) => queue.push(event))
  const { redial } = keepConnected({ dial, use, onLine: (line) => shell.setState({ line }) })
  page.defaultView?.addEventListener('pagehide', () => composing.saveAll())

  const withOpen = (act: (open: Extract<Thread, { type: 'open' }>) => void) => () => {
    const shown = thread.store.getState()
    if (shown.type === 'open') act(shown)
  }
  return {
    client,
    clock,
    shell,
    panes,
    thread,
    subAgents,
    composing,
    pictures,
    outbox,
    rules,
    rows,
    addConversation,
    setSettings,
    onMenu: (listener) => {
      tellMenu = listener
    },
    onLink: (listener) => {
      tellLink = listener
    },
    redial,
    lookAgain,
    stopping,
    terminals,
    stopTurn: withOpen(({ view }) => void stopping.turn(view.summary.id)),
    continueTurn: withOpen(({ view }) => void ask('turn.continue', view.summary.id)),
    retryTurn: (conversationId) => void ask('turn.retry', conversationId),
    extendTurn: (turnId) =>
      withOpen(({ view }) => {
        const conversationId = view.summary.id
        void tellShown(client.request('turn.extend', { conversationId, turnId }))
      })(),
    compactTurn: (asked) =>
      withOpen(({ view }) => void ask('turn.compact', view.summary.id, asked))(),
    dropAttachments: withOpen(({ view }) => void ask('attachments.drop', view.summary.id)),
    answerApproval: (conversationId, callIds, answer) =>
      tellShown(client.request('approval.answer', { conversationId, callIds, answer })),
    answerQuestion: (conversationId, place, answer) =>
      tellShown(client.request('question.answer', { conversationId, ...place, answer })),
    stopSubAgent: (agentId) => void tellShown(client.cancel(agentId)),
    endProcess: (conversationId, workId) =>
      void tellShown(client.request('process.end', { conversationId, workId })),
  }
}

function nothing(): void {}
