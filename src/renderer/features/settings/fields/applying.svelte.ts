import { SvelteMap } from 'svelte/reactivity'
import type { SettingsChange, SettingsView } from '../../../../shared/settings/settings.ts'
import type { Client } from '../../../../client/client.ts'
import type { AppError } from '../../../../shared/app-error.ts'
import type { Result } from '../../../../shared/result.ts'
import type { LineWatch } from '../../../state/line-watch.ts'
import type { TypedTexts } from '../../typed-texts.ts'
import { isModelSetting, TEXT_SETTINGS, type TextSetting, textSetting } from './text-settings.ts'

/** The last change applied in this dialog. */
interface Applied {
  readonly label: string
  /** Null: it cannot be undone. */
  readonly undo: (() => Promise<void>) | null
}

interface PendingSave {
  readonly text: string
  readonly done: Promise<void>
}

/** A model must be picked: typing its name is not enough. */
const NOT_CHOSEN = 'Not saved. Pick a model from the list, or its last row.'

const BEGINNING = 'settings '
const keyOf = (name: TextSetting): string => BEGINNING + name

interface Dependencies {
  readonly client: Pick<Client, 'request'>
  readonly line: LineWatch
  /** Keeps unsaved texts. The typed key is not among them. */
  readonly typed: TypedTexts
  /** The saved settings; null: not loaded yet. */
  settings(): SettingsView | null
  setSettings(settings: SettingsView): void
}

/**
 * Applies settings one by one: each field is sent by itself as soon as it is finished. Values that cannot be saved stay
 * in their fields with a sentence, even while Settings are closed, and after a reload without it. A typed key exists
 * nowhere else, so a reload loses it. What a lost connection interrupts is saved once it is back, if it is still wanted.
 */
export class Applying {
  applied: Applied | null = $state.raw(null)
  /** The reason why a choice, or a key, was not saved. */
  problem = $state('')
  /** The typed key. */
  key = $state('')
  #savingKey: Promise<void> | null = null
  /** A key that the person knows is not saved. */
  #warnedKey = ''
  readonly #pending = new Map<TextSetting, PendingSave>()
  /** Why texts cannot be saved. */
  readonly #problems = new SvelteMap<TextSetting, string>()
  readonly #deps: Dependencies
  /** Changes are sent one after another, so the last one wins. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  get holdsDrafts(): boolean {
    return this.#drafts.length > 0 || this.key !== ''
  }

  /** Not only what was typed here: before a reload, the page may have sent it. */
  get #drafts(): readonly TextSetting[] {
    return TEXT_SETTINGS.filter((name) => this.textOf(name) !== this.savedOf(name))
  }

  textOf(name: TextSetting): string {
    return this.#deps.typed.get(keyOf(name), this.savedOf(name))
  }

  savedOf(name: TextSetting): string {
    const settings = this.#deps.settings()
    return settings === null ? '' : textSetting(name).read(settings)
  }

  /** A sentence; '': there is no problem. */
  problemOf(name: TextSetting): string {
    return this.#problems.get(name) ?? ''
  }

  type(name: TextSetting, text: string): void {
    this.#deps.typed.set(keyOf(name), text, this.savedOf(name))
    this.#problems.delete(name)
  }

  /** Called when the field is finished: saves its text, or shows why it cannot be saved. */
  commit(name: TextSetting): Promise<void> {
    const text = this.textOf(name)
    const running = this.#pending.get(name)
    if (running?.text === text) return running.done
    const isSaved = running === undefined && text === this.savedOf(name)
    if (isSaved || this.#problems.has(name)) return Promise.resolve()
    const done = this.#apply(name, text).finally(() => {
      if (this.#pending.get(name)?.done === done) this.#pending.delete(name)
    })
    this.#pending.set(name, { text, done })
    return done
  }

  /** Saves a choice, which needs no further input. */
  async choose(
    label: string,
    change: SettingsChange,
    before: SettingsChange | null,
    isWanted?: () => boolean,
  ): Promise<void> {
    const problem = await this.#save(change, isWanted)
    this.problem = problem ? `${label}: ${problem}` : ''
    if (problem !== null) return
    this.#setApplied(label, before === null ? null : () => this.choose(label, before, change))
  }

  async #apply(name: TextSetting, text: string): Promise<void> {
    const setting = textSetting(name)
    const before = this.savedOf(name)
    const parsed = setting.change(text)
    const isWanted = (): boolean => this.textOf(name) === text
    const problem = parsed.ok ? await this.#save(parsed.value, isWanted) : parsed.error
    if (problem === null) this.#setApplied(setting.label, () => this.#put(name, before))
    if (!isWanted()) return
    if (problem === null) this.type(name, this.savedOf(name))
    else this.#problems.set(name, problem)
  }

  /** The typed key replaces the saved one, which cannot be recovered. */
  saveKey(): Promise<void> {
    this.#savingKey ??= this.#applyKey().finally(() => (this.#savingKey = null))
    return this.#savingKey
  }

  async #applyKey(): Promise<void> {
    const apiKey = this.key.trim()
    if (apiKey === '') return
    await this.choose('API key', { apiKey }, null, () => this.key.trim() === apiKey)
    if (this.problem !== '') return
    this.#warnedKey = ''
    if (this.key.trim() === apiKey) this.key = ''
  }

  /**
   * Saves all fields, after leaving the one that has the focus. False: some were refused, for reasons that nobody can
   * have read yet. Does not wait for a connection that is lost.
   */
  async settle(leave: () => void = () => {}): Promise<boolean> {
    const known = new Set(this.#problems.keys())
    leave()
    const drafts = this.#drafts
    for (const name of drafts)
      if (!this.#problems.has(name) && isModelSetting(name) && !this.#pending.has(name))
        this.#problems.set(name, NOT_CHOSEN)
    await this.#deps.line.unlessLost(this.#saveAll(drafts))
    return this.#settleKey() && [...this.#problems.keys()].every((name) => known.has(name))
  }

  async #saveAll(drafts: readonly TextSetting[]): Promise<void> {
    await Promise.all(drafts.map((name) => this.commit(name)))
    await this.#savingKey
    await this.#queue
  }

  #settleKey(): boolean {
    if (this.key === this.#warnedKey || this.key.trim() === '') return true
    this.#warnedKey = this.key
    if (this.problem === '') this.problem = 'API key: not saved yet. Save it, or clear the field.'
    return false
  }

  async undo(): Promise<void> {
    const { applied } = this
    this.applied = null
    await applied?.undo?.()
  }

  discard(): void {
    this.#deps.typed.drop(BEGINNING)
    this.#problems.clear()
    this.key = ''
    this.#warnedKey = ''
    this.problem = ''
  }

  async #put(name: TextSetting, text: string): Promise<void> {
    this.type(name, text)
    await this.commit(name)
  }

  #setApplied(label: string, undo: Applied['undo']): void {
    this.applied = { label, undo }
  }

  /** Null: saved; empty: no longer wanted. */
  async #save(change: SettingsChange, isWanted = (): boolean => true): Promise<string | null> {
    const saving = this.#queue.then(() => this.#send(change, isWanted))
    this.#queue = saving
    const answer = await saving
    if (answer === null) return ''
    if (!answer.ok) return answer.error.message
    this.#deps.setSettings(answer.value)
    return null
  }

  async #send(
    change: SettingsChange,
    isWanted: () => boolean,
  ): Promise<Result<SettingsView, AppError> | null> {
    const { client, line } = this.#deps
    for (;;) {
      const answer = await client.request('settings.save', change)
      if (answer.ok || answer.error.code !== 'disconnected') return answer
      await line.back()
      if (!isWanted()) return null
    }
  }
}
