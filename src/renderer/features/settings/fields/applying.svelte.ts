import { SvelteMap } from 'svelte/reactivity'
import type { SettingsChange, SettingsView } from '../../../../shared/settings/settings.ts'
import type { Client } from '../../../../client/client.ts'
import { isModelSetting, type TextSetting, textSetting } from './text-settings.ts'

/** What stands in a field and does not hold: not yet, or (with a sentence) because it cannot. */
interface Draft {
  readonly text: string
  readonly problem: string | null
}

/** What was applied last, in this dialog. */
interface Applied {
  readonly label: string
  /** Null: it cannot be undone. */
  readonly undo: (() => Promise<void>) | null
}

interface UnderWay {
  readonly text: string
  readonly done: Promise<void>
}

/** A model counts when it is chosen, not by its name alone. */
const NOT_CHOSEN = 'Not saved. Pick a model from the list, or its last row.'

interface Doors {
  readonly client: Pick<Client, 'request'>
  /** As they are saved now; null: the host has not said yet. */
  settings(): SettingsView | null
  setSettings(settings: SettingsView): void
}

/**
 * Settings as they are changed one by one: each field goes to the host by itself as soon as it is done with, and nothing else
 * goes with it. What cannot be saved stays in its field with its sentence, also while Settings are closed; a key among it is
 * nowhere but here.
 */
export class Applying {
  applied: Applied | null = $state.raw(null)
  /** Why a choice, or a key, was not saved. */
  problem = $state('')
  /** A key that is typed. */
  key = $state('')
  private savingKey: Promise<void> | null = null
  /** A key of which the person knows that it is not saved. */
  private toldKey = ''
  private readonly underWay = new Map<TextSetting, UnderWay>()
  private readonly drafts = new SvelteMap<TextSetting, Draft>()
  private readonly doors: Doors
  /** Changes go out one after the other, so the last one holds. */
  private queue: Promise<unknown> = Promise.resolve()

  constructor(doors: Doors) {
    this.doors = doors
  }

  get holdsDrafts(): boolean {
    return this.drafts.size > 0 || this.key !== ''
  }

  textOf(name: TextSetting): string {
    return this.drafts.get(name)?.text ?? this.savedOf(name)
  }

  savedOf(name: TextSetting): string {
    const settings = this.doors.settings()
    return settings === null ? '' : textSetting(name).read(settings)
  }

  /** A sentence; '': there is no problem. */
  problemOf(name: TextSetting): string {
    return this.drafts.get(name)?.problem ?? ''
  }

  type(name: TextSetting, text: string): void {
    if (text === this.savedOf(name)) this.drafts.delete(name)
    else this.drafts.set(name, { text, problem: null })
  }

  /** The field is done with: what stands in it holds from now on, or says why not. */
  commit(name: TextSetting): Promise<void> {
    const draft = this.drafts.get(name)
    if (draft === undefined || draft.problem !== null) return Promise.resolve()
    const running = this.underWay.get(name)
    if (running?.text === draft.text) return running.done
    const done = this.apply(name, draft.text).finally(() => {
      if (this.underWay.get(name)?.done === done) this.underWay.delete(name)
    })
    this.underWay.set(name, { text: draft.text, done })
    return done
  }

  /** Something that is chosen, which needs no more than the choice. */
  async choose(
    label: string,
    change: SettingsChange,
    before: SettingsChange | null,
  ): Promise<void> {
    const problem = await this.save(change)
    this.problem = problem === null ? '' : `${label}: ${problem}`
    if (problem !== null) return
    this.say(label, before === null ? null : () => this.choose(label, before, change))
  }

  private async apply(name: TextSetting, text: string): Promise<void> {
    const setting = textSetting(name)
    const before = this.savedOf(name)
    const given = setting.change(text)
    const problem = given.ok ? await this.save(given.value) : given.error
    if (problem === null) this.say(setting.label, () => this.put(name, before))
    if (this.drafts.get(name)?.text !== text) return
    if (problem === null) this.drafts.delete(name)
    else this.drafts.set(name, { text, problem })
  }

  /** The key that is typed takes the place of the saved one, which nobody can bring back. */
  saveKey(): Promise<void> {
    this.savingKey ??= this.applyKey().finally(() => (this.savingKey = null))
    return this.savingKey
  }

  private async applyKey(): Promise<void> {
    const apiKey = this.key.trim()
    if (apiKey === '') return
    await this.choose('API key', { apiKey }, null)
    if (this.problem === '' && this.key.trim() === apiKey) this.key = ''
  }

  /**
   * All that stands in fields goes out, after the one that has the focus is left. False: some of it was refused, which nobody can
   * have read yet.
   */
  async settle(leave: () => void = () => {}): Promise<boolean> {
    const known = new Set(this.refused())
    leave()
    for (const [name, { problem, text }] of this.drafts)
      if (problem === null && isModelSetting(name) && !this.underWay.has(name))
        this.drafts.set(name, { text, problem: NOT_CHOSEN })
    await Promise.all([...this.drafts.keys()].map((name) => this.commit(name)))
    await this.savingKey
    await this.queue
    return this.settleKey() && this.refused().every((name) => known.has(name))
  }

  private refused(): readonly TextSetting[] {
    return [...this.drafts].flatMap(([name, { problem }]) => (problem === null ? [] : [name]))
  }

  private settleKey(): boolean {
    if (this.key === this.toldKey || this.key.trim() === '') return true
    this.toldKey = this.key
    if (this.problem === '') this.problem = 'API key: not saved yet. Save it, or clear the field.'
    return false
  }

  async undo(): Promise<void> {
    const { applied } = this
    this.applied = null
    await applied?.undo?.()
  }

  discard(): void {
    this.drafts.clear()
    this.key = ''
    this.problem = ''
  }

  private async put(name: TextSetting, text: string): Promise<void> {
    this.type(name, text)
    await this.commit(name)
  }

  private say(label: string, undo: Applied['undo']): void {
    this.applied = { label, undo }
  }

  /** Null: it holds. */
  private async save(change: SettingsChange): Promise<string | null> {
    const { doors } = this
    const saving = this.queue.then(() => doors.client.request('settings.save', change))
    this.queue = saving
    const answer = await saving
    if (!answer.ok) return answer.error.message
    doors.setSettings(answer.value)
    return null
  }
}
