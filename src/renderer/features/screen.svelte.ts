import { createContext } from 'svelte'
import type { OpenedFile } from '../../shared/protocol/import-commands.ts'
import type { AttachedImage } from '../../shared/messages/attachment.ts'
import type { ConversationId, MessageId } from '../../shared/ids.ts'
import type { ConversationSummary } from '../../shared/conversation/conversation.ts'
import type { FolderProgram } from '../../shared/protocol/open-commands.ts'
import type { SearchHit } from '../../shared/search/search.ts'
import type { App } from '../state/app.ts'
import { type Readable, readable, ticking } from '../state/bridge.svelte.ts'
import type { SubAgentThreads } from '../../client/conversation/sub-agent-threads.ts'
import { type Composer, EMPTY_COMPOSER } from '../state/composer/composer.ts'
import type { Composers } from '../state/composer/composing.ts'
import type { NamedPath } from '../../client/words/path-words.ts'
import type { Rules } from '../state/rules.ts'
import { watchLine } from '../state/line-watch.ts'
import type { Shell } from '../state/shell.ts'
import type { Thread } from '../../client/conversation/thread.ts'
import type { SettingName } from './settings/setting-names.ts'
import type { SettingSection } from './settings/sections/settings-sections.ts'
import type { DropPlace } from './panes/row-drag.ts'
import type { PaneId } from '../state/panes/panes.ts'
import { Applying } from './settings/fields/applying.svelte.ts'
import type { UnsavedEndpoint } from './settings/endpoints/unsaved-fields.ts'
import { OfferedCommands } from './commands/offered-commands.svelte.ts'
import type { Comparison } from './compare/load-branches.ts'
import { Finding } from './find/finding.svelte.ts'
import { Inspecting } from './inspector/inspecting.svelte.ts'
import { TerminalPanels } from './terminal/terminal-panels.svelte.ts'
import { Searching } from './search/searching.svelte.ts'
import { AgentSpends } from './spend/agent-spends.svelte.ts'
import { OpenedCards } from './thread/calls/opened-cards.svelte.ts'
import { ReadingPlaces } from './reading-places.ts'
import { Reviewing } from './review/reviewing.svelte.ts'
import { draftRunner } from './shell-commands/draft-runner.ts'
import { type Density, saveDensity, savedDensity } from './shell/density.ts'
import { Sides } from './panes/sides.svelte.ts'
import { TypedTexts } from './typed-texts.ts'
import { conversationIn } from './shell/address.ts'
import { type Fork, forker } from './forks/forker.ts'
import { rememberFocus } from './panes/remember-focus.ts'
import { keptForWindow } from '../state/kept-texts.ts'

type Created = { readonly ok: true; readonly value: ConversationSummary } | { readonly ok: false }

/** The stores in Svelte's form, and what is open on the screen, for the features. */
export class Screen {
  readonly app: App
  readonly shell: Readable<Shell>
  /** The thread of the focused pane. */
  readonly thread: Readable<Thread>
  readonly sides: Sides
  /** The sub-agents that are followed in addition to it. */
  readonly subAgents: Readable<SubAgentThreads>
  readonly rules: Readable<Rules>
  /** The host's time in ms. Reading it keeps the clock running. */
  readonly time: Readable<number>
  /** The open dialog: at most one. */
  dialog = $state<'settings' | 'shortcuts' | 'search' | 'inbox' | 'palette' | 'import' | null>(null)
  /** The setting that Settings show when they open; null: the first. */
  soughtSetting: SettingName | null = null
  soughtSection: SettingSection | null = null
  /** The endpoint whose form Settings open with; null: none. */
  soughtEndpoint: string | null = null
  /** Set if Settings open with the form for a model on this machine. */
  isLocalModelSought = false
  isSidebarShown = $state(false)
  density: Density = $state(savedDensity())
  /** The folder that a person chose for the next new conversation; null: that of the last one. */
  newFolder: string | null = $state(null)
  /** Set if a folder was dropped whose path is unknown, so it must be chosen. */
  isFolderSought = $state(false)
  readonly places = new ReadingPlaces(keptForWindow)
  /** The settings, changed one by one. */
  readonly applying: Applying
  /** Unsaved fields of endpoint forms (`unsavedKeyOf`). */
  readonly unsavedEndpoints = new Map<string, UnsavedEndpoint>()
  /** Runs the command in the message field of a conversation. */
  readonly runDraft: (id: ConversationId) => Promise<void>
  readonly fork: Fork
  readonly typed = new TypedTexts(keptForWindow)
  /** Reviews that were opened. */
  readonly #reviewings = new Map<ConversationId, Reviewing>()
  readonly #cards = new Map<ConversationId, OpenedCards>()
  /** The image shown in full size. */
  shownImage: AttachedImage | null = $state(null)

  /** The open conversation file. */
  openedFile: OpenedFile | null = $state.raw(null)

  /** The two branches being compared. */
  comparing: Comparison | null = $state.raw(null)
  /** The step by which a version was chosen that is not drawn yet. */
  versionAwaited: 'earlier' | 'later' | null = null

  /** The inspector, and its selected place in the log. */
  readonly inspecting: Inspecting
  /** The current implementation of each command. */
  readonly commands = new OfferedCommands()
  /** The last search of all conversations, and the search within the open one. */
  readonly searching: Searching
  readonly finding: Finding
  readonly agentSpends: AgentSpends
  /** The visible terminals. */
  readonly terminals = new TerminalPanels()
  readonly #composers: Readable<Composers>
  /** Counts changes of what is shown. */
  #acts = 0

  constructor(app: App) {
    this.app = app
    this.shell = readable(app.shell)
    this.thread = readable(app.thread.store)
    this.sides = new Sides(app, this.commands)
    this.subAgents = readable(app.subAgents.store)
    this.#composers = readable(app.composing.store)
    this.rules = readable(app.rules.store)
    this.time = ticking(app.clock)
    this.searching = new Searching(app.client, () => app.clock.now())
    this.finding = new Finding(app.client)
    this.agentSpends = new AgentSpends(app.client)
    this.inspecting = new Inspecting(app.client)
    this.runDraft = draftRunner(app)
    this.fork = forker(app, (...created) => this.showCreated(...created))
    this.applying = new Applying({
      client: app.client,
      line: watchLine(app.shell),
      typed: this.typed,
      settings: () => this.shell.current.opened?.settings ?? null,
      setSettings: (settings) => app.setSettings(settings),
    })
  }

  composerOf(conversationId: ConversationId): Composer {
    return this.#composers.current.get(conversationId) ?? EMPTY_COMPOSER
  }

  reviewingOf(conversationId: ConversationId): Reviewing {
    const known = this.#reviewings.get(conversationId)
    if (known !== undefined) return known
    const reviewing = new Reviewing(this.app.client, conversationId)
    this.#reviewings.set(conversationId, reviewing)
    return reviewing
  }

  cardsOf(conversationId: ConversationId): OpenedCards {
    const known = this.#cards.get(conversationId)
    if (known !== undefined) return known
    const cards = new OpenedCards()
    this.#cards.set(conversationId, cards)
    return cards
  }

  /** Saves what was typed and is not saved yet, for example because the connection was lost. */
  saveTyped(): void {
    for (const reviewing of this.#reviewings.values()) reviewing.saveNow()
  }

  setDensity(density: Density): void {
    this.density = density
    saveDensity(density)
  }

  /** Opens Settings at this setting, with the form of an endpoint if there is still one of this name. */
  showSetting(name: SettingName, endpoint: string | null = null): void {
    this.soughtSetting = name
    this.soughtEndpoint = endpoint
    this.dialog = 'settings'
  }

  addLocalModel(): void {
    this.isLocalModelSought = true
    this.dialog = 'settings'
  }

  get isSettingsOpen(): boolean {
    return this.dialog === 'settings'
  }

  set isSettingsOpen(isOpen: boolean) {
    this.dialog = isOpen ? 'settings' : null
  }

  /** Null: the form for a new conversation. Back leads to the previous conversation. */
  show(conversationId: ConversationId | null): void {
    this.#place('pushed', () => this.app.thread.show(conversationId))
  }

  /** Shows it in the other pane, which is opened if necessary. */
  showBeside(conversationId: ConversationId | null): void {
    this.#place('pushed', () => this.app.panes.showBeside(conversationId))
  }

  /** Shows it in this pane, or next to it. The contents of the other pane move to this side. */
  showIn(pane: PaneId, conversationId: ConversationId, place: DropPlace): void {
    const isListed = this.shell.current.conversations.some(({ id }) => id === conversationId)
    if (!isListed) return
    const shownIn = this.app.panes.paneOf(conversationId)
    if (shownIn !== null) {
      this.app.panes.arrange({ type: 'focused', pane: shownIn })
      if (shownIn !== pane) this.sides.swap()
      return
    }
    this.#place('pushed', () => {
      this.app.panes.arrange({ type: 'focused', pane })
      if (place === 'here') this.app.thread.show(conversationId)
      else this.app.panes.showBeside(conversationId, place)
    })
  }

  /** Opens the previous conversation next to the current one, or the form if there is none. */
  openBeside(): void {
    if (this.sides.areTwo) this.sides.goToOther()
    else this.showBeside(this.sides.shownBefore())
  }

  /** Shows the form for a new conversation in this folder. Null: the folder must be chosen. */
  newIn(folder: string | null): void {
    this.show(null)
    this.newFolder = folder
    this.isFolderSought = folder === null
  }

  /** Goes to a match of a search in all conversations. */
  showFound(conversationId: ConversationId, text: string, hit: SearchHit): void {
    this.show(conversationId)
    this.finding.goTo(conversationId, text, hit)
  }

  /** Shows the place in the address, for example after Back or Forward. The other pane stays. */
  follow(fragment: string): void {
    this.#place('replaced', () => this.app.thread.show(conversationIn(fragment)))
  }

  #place(way: 'pushed' | 'replaced', showing: () => void): void {
    this.#acts += 1
    this.inspecting.showNow()
    this.app.composing.saveAll()
    this.sides.place(way, showing)
    const sought = this.finding.conversationId ?? this.finding.target?.conversationId ?? null
    if (sought !== null && this.app.panes.paneOf(sought) === null) this.finding.close()
    this.isSidebarShown = false
    this.newFolder = null
    this.isFolderSought = false
  }

  /** Makes another version of a message active, at rest. */
  async showVersion(
    conversationId: ConversationId,
    messageId: MessageId,
    isLater = false,
  ): Promise<void> {
    this.versionAwaited = isLater ? 'later' : 'earlier'
    const input = { conversationId, messageId }
    const answer = await this.app.client.request('conversation.showVersion', input)
    if (answer.ok) return
    this.versionAwaited = null
    this.app.composing.notify(conversationId, answer.error)
  }

  /** Opens a path named in this conversation. A failure is reported next to the message field. */
  async openPath(conversationId: ConversationId, { line, path }: NamedPath): Promise<void> {
    const { thread } = this
    const input = { conversationId, path, line }
    const answer = await this.app.client.request('open.file', input)
    // A failure of a sub-agent is reported in its parent's conversation.
    const shown = thread.current.type === 'open' ? thread.current.view.summary.id : conversationId
    this.app.composing.notify(shown, answer.ok ? null : answer.error)
  }

  async openFolder(conversationId: ConversationId, program: FolderProgram): Promise<void> {
    const answer = await this.app.client.request('open.folder', { conversationId, program })
    this.app.composing.notify(conversationId, answer.ok ? null : answer.error)
  }

  /**
   * Shows a conversation once it has been created, unless the person has gone to another meanwhile, or is no longer ready
   * for it. The focus stays where they have taken it.
   */
  async showCreated<Answered extends Created>(
    creating: Promise<Answered>,
    isReady = (): boolean => true,
  ): Promise<Answered> {
    const acts = this.#acts
    const mayMove = rememberFocus()
    const answer = await creating
    if (!answer.ok) return answer
    this.app.addConversation(answer.value)
    if (this.#acts !== acts || !isReady()) return answer
    const isHere = mayMove()
    this.show(answer.value.id)
    if (!isHere) this.sides.focused.leaveFocus()
    return answer
  }
}

export const [getScreen, setScreen] = createContext<Screen>()
