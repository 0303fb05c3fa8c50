import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'

/**
 * Texts that were typed and not sent, in fields that leave the page with their conversation, their call or their dialog:
 * they are still there when the field comes back. A key names the field and what it belongs to, parted by spaces.
 */
export class TypedTexts {
  private readonly texts = new SvelteMap<string, string>()

  /** `untouched`: the field's content as long as nothing was typed. */
  get(key: string, untouched = ''): string {
    return this.texts.get(key) ?? untouched
  }

  has(key: string): boolean {
    return this.texts.has(key)
  }

  set(key: string, text: string, untouched = ''): void {
    if (text === untouched) this.texts.delete(key)
    else this.texts.set(key, text)
  }

  /** Forgets the texts whose keys begin like this. `isKept` judges the rest of a key. */
  drop(beginning: string, isKept: (rest: string) => boolean = () => false): void {
    const keys = untrack(() => [...this.texts.keys()])
    for (const key of keys)
      if (key.startsWith(beginning) && !isKept(key.slice(beginning.length))) this.texts.delete(key)
  }
}
