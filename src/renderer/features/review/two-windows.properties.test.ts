import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { type ReviewComment, withChanges } from '../../../shared/conversation/review.ts'
import type { CommandInput } from '../../../shared/protocol/commands.ts'
import { createClient } from '../../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { isWritten } from './comment-changes.ts'
import { Reviewing } from './reviewing.svelte.ts'

const SCOPE = { type: 'conversation' } as const

class Window {
  readonly host = new FakeHost()
  readonly #client = createClient()
  readonly reviewing = new Reviewing(this.#client, ConversationId.parse('c1'))
  #sends = 0
  #saves = 0
  #reads = 0

  constructor() {
    this.#connect()
  }

  /** Handles the next request; its answer reaches the window, or is lost with the connection. */
  take(disk: Disk, isAnswered = true): boolean {
    const sent = this.host.all('message.send')[this.#sends]
    const save = this.host.all('review.saveComments')[this.#saves]
    const read = this.host.all('review.comments')[this.#reads]
    if (sent !== undefined) {
      this.#sends += 1
      disk.sent += (inputOf(sent) as CommandInput<'message.send'>).text
    } else if (save !== undefined) {
      this.#saves += 1
      const { changes } = inputOf(save) as CommandInput<'review.saveComments'>
      disk.comments = withChanges(disk.comments, changes)
    } else if (read !== undefined) this.#reads += 1
    const asked = sent ?? save ?? read
    if (isAnswered) asked?.answer({ comments: disk.comments })
    return asked !== undefined
  }

  /** What was under way is lost. */
  cut(): void {
    this.host.cut()
    this.#sends = this.host.all('message.send').length
    this.#saves = this.host.all('review.saveComments').length
    this.#reads = this.host.all('review.comments').length
    this.#connect()
    this.reviewing.saveNow()
  }

  #connect(): void {
    void this.#client.attach(this.host.connect())
  }
}

interface Disk {
  comments: readonly ReviewComment[]
  /** The texts of all messages. */
  sent: string
}

/** Two windows of one conversation, and the host's rule for comments. */
class Life {
  readonly windows = [new Window(), new Window()]
  readonly disk: Disk = { comments: [], sent: '' }
  /** Words that nobody has removed. */
  words: readonly string[] = []
  #count = 0

  #word(): string {
    this.#count += 1
    const word = `<${this.#count}>`
    this.words = [...this.words, word]
    return word
  }

  add({ reviewing }: Window): void {
    const before = reviewing.comments.length
    reviewing.add('a.ts', { side: 'now', line: this.#count + 1, quoted: 'x' })
    const added = reviewing.comments.at(-1)
    if (added !== undefined && reviewing.comments.length > before)
      reviewing.write(added.id, this.#word())
  }

  /** Adds a word that occurs nowhere else. */
  write({ reviewing }: Window, pick: number): void {
    const { comments } = reviewing
    const each = comments[pick % comments.length]
    if (each !== undefined) reviewing.write(each.id, each.text + this.#word())
  }

  /** The person removes what they see, and nothing else. */
  remove({ reviewing }: Window, pick: number): void {
    const { comments } = reviewing
    const each = comments[pick % comments.length]
    if (each === undefined) return
    this.words = this.words.filter((word) => !each.text.includes(word))
    reviewing.remove(each.id)
  }

  send({ reviewing }: Window): void {
    const hasSome = reviewing.comments.some(isWritten)
    if (hasSome && !reviewing.isSending) void reviewing.send()
  }

  reopen({ reviewing }: Window): void {
    reviewing.close()
    void reviewing.open(SCOPE)
  }

  async comeToRest(): Promise<void> {
    let isBusy = true
    for (let round = 0; isBusy && round < 100; round += 1) {
      await vi.advanceTimersByTimeAsync(6_000)
      const took = this.windows.map((each) => each.take(this.disk))
      await settled()
      isBusy = took.includes(true)
    }
    expect(isBusy).toBe(false)
  }
}

const ACTS = {
  add: (life, window) => life.add(window),
  write: (life, window, pick) => life.write(window, pick),
  remove: (life, window, pick) => life.remove(window, pick),
  send: (life, window) => life.send(window),
  wait: () => vi.advanceTimersByTime(200),
  take: (life, window) => window.take(life.disk),
  reopen: (life, window) => life.reopen(window),
  cut: (_life, window) => window.cut(),
  cutAfter: (life, window) => {
    window.take(life.disk, false)
    window.cut()
  },
} as const satisfies Record<string, (life: Life, window: Window, pick: number) => unknown>
const NAMES = [
  ...Object.keys(ACTS),
  'add',
  'write',
  'wait',
  'take',
  'take',
] as (keyof typeof ACTS)[]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const textsOf = (comments: readonly ReviewComment[]) => comments.map(({ text }) => text).toSorted()

/** Any acts in these windows, and then rest. */
function lives(windows: number, check: (life: Life) => Promise<void>): Promise<void> {
  const act = fc.tuple(fc.constantFrom(...NAMES), fc.nat(windows - 1), fc.nat(20))
  const property = fc.asyncProperty(fc.array(act, { maxLength: 40, size: 'max' }), async (all) => {
    const life = new Life()
    for (const window of life.windows) {
      void window.reviewing.open(SCOPE)
      window.take(life.disk)
    }
    await settled()
    for (const [name, at, pick] of all) {
      const window = life.windows[at]
      if (window !== undefined) ACTS[name](life, window, pick)
      await settled()
    }
    await life.comeToRest()
    await check(life)
  })
  return fc.assert(property, { numRuns: byTier(100, 300) })
}

test('whatever is commented in two windows of a conversation, in any order, is stored or sent, except what was removed where it was seen', () =>
  lives(2, async (life) => {
    const stored = textsOf(life.disk.comments)
    for (const word of life.words) expect(stored.join('\n') + life.disk.sent).toContain(word)
    for (const { reviewing } of life.windows) void reviewing.open(SCOPE)
    await life.comeToRest()
    expect(textsOf(life.disk.comments)).toEqual(stored)
    for (const { reviewing } of life.windows) expect(textsOf(reviewing.comments)).toEqual(stored)
  }))

test('the comments of a single window are stored as it shows them, each once, whatever answers are lost', () =>
  lives(1, ({ disk, windows: [window] }) => {
    const stored = textsOf(disk.comments)
    expect(textsOf(window?.reviewing.comments ?? [])).toEqual(stored)
    const words = stored.join('').match(/<\d+>/g) ?? []
    expect(words).toEqual([...new Set(words)])
    return Promise.resolve()
  }))
