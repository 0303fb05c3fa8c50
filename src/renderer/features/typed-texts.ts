import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import * as z from '../../shared/schema.ts'
import { ENTRY_KEY } from './mcp/added-server.ts'

/**
 * Texts that were typed and not sent, in fields that leave the page with their conversation, their call or their dialog:
 * they are still there when the field comes back, and after the page is reloaded. A key names the field and what it
 * belongs to, parted by spaces.
 */
export class TypedTexts {
  readonly #texts: SvelteMap<string, string>
  readonly #storage: Storage
  /** The beginnings of keys whose texts are being sent. */
  readonly #sent = new Set<string>()

  /** `storage`: that of the window, which outlives the page. */
  constructor(storage: Storage) {
    this.#storage = storage
    this.#texts = new SvelteMap(storedIn(storage))
  }

  /** `untouched`: the field's content as long as nothing was typed. */
  get(key: string, untouched = ''): string {
    return this.#texts.get(key) ?? untouched
  }

  /** True if there are texts whose keys begin like this. */
  has(beginning: string): boolean {
    return [...this.#texts.keys()].some((key) => key.startsWith(beginning))
  }

  set(key: string, text: string, untouched = ''): void {
    if (text === untouched) this.#texts.delete(key)
    else this.#texts.set(key, text)
    this.#save()
  }

  /**
   * Forgets the texts whose keys begin like this, and returns them by the rest of their keys, without those that this window
   * sends. `isKept` judges that rest.
   */
  drop(
    beginning: string,
    isKept: (rest: string) => boolean = () => false,
  ): readonly (readonly [rest: string, text: string])[] {
    const dropped = untrack(() => [...this.#texts])
      .filter(([key]) => key.startsWith(beginning) && !isKept(key.slice(beginning.length)))
      .map(([key, text]) => [key.slice(beginning.length), text] as const)
    for (const [rest] of dropped) this.#texts.delete(beginning + rest)
    this.#save()
    const isSent = (key: string): boolean => [...this.#sent].some((each) => key.startsWith(each))
    return dropped.filter(([rest]) => !isSent(beginning + rest))
  }

  /** The texts whose keys begin like this go with an answer; if it is not taken, they are here again. */
  async send(beginning: string, answering: Promise<boolean>): Promise<void> {
    const texts = [...this.#texts].filter(([key]) => key.startsWith(beginning))
    this.#sent.add(beginning)
    const isTaken = await answering
    if (isTaken) this.drop(beginning)
    this.#sent.delete(beginning)
    if (!isTaken) for (const [key, text] of texts) if (!this.#texts.has(key)) this.set(key, text)
  }

  #save(): void {
    const kept = untrack(() => [...this.#texts]).filter(([key]) => key !== ENTRY_KEY)
    try {
      this.#storage.setItem(STORED_AS, JSON.stringify(kept))
    } catch {
      // It is full: they are kept in memory.
    }
  }
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const STORED_AS = 'phoenix.typed'
const Stored = z.array(z.tuple([z.string(), z.string()]))

function storedIn(storage: Storage): readonly (readonly [string, string])[] {
  try {
    return Stored.parse(JSON.parse(storage.getItem(STORED_AS) ?? '[]'))
  } catch {
    return []
  }
}

/** The fields of one form, kept like this until they are saved or given up. Never for secrets. */
export class TypedForm<Name extends string> {
  readonly #typed: TypedTexts
  readonly #beginning: string
  readonly #untouched: () => Readonly<Record<Name, string>>

  /** `belongsTo`: the form and what it is about. `untouched`: its content as long as nothing was typed. */
  constructor(
    typed: TypedTexts,
    belongsTo: string,
    untouched: () => Readonly<Record<Name, string>>,
  ) {
    this.#typed = typed
    this.#beginning = `${belongsTo} `
    this.#untouched = untouched
  }

  /** What was saved meanwhile, as by the page before a reload, is not touched. */
  get isTouched(): boolean {
    return Object.entries<string>(this.#untouched()).some(
      ([name, text]) => this.#typed.get(this.#beginning + name, text) !== text,
    )
  }

  get(name: Name): string {
    return this.#typed.get(this.#beginning + name, this.#untouched()[name])
  }

  set(name: Name, text: string): void {
    this.#typed.set(this.#beginning + name, text, this.#untouched()[name])
  }

  drop(): void {
    this.#typed.drop(this.#beginning)
  }
}
