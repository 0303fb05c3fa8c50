import { getContext, setContext } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/** Articles up to this far from the visible part are drawn (px): some screens, for fast scrolling. */
const NEAR_PX = 8_000

/**
 * Decides which articles of a scrolled conversation are so far from the visible part that they are empty boxes of their
 * height. Articles that a reader has clicked in, selected or focused stay, and so do the last ones, which may grow.
 */
export class FarArticles {
  readonly #isSearched: () => boolean
  readonly #listeners = new Map<Element, (isFar: boolean) => void>()
  #observer: IntersectionObserver | null = null

  /** `isSearched`: true during a search, so all messages are on the page. */
  constructor(isSearched: () => boolean) {
    this.#isSearched = isSearched
  }

  get areEmpty(): boolean {
    return !this.#isSearched()
  }

  /** `onChange` is called when the article has become far or near. */
  watch(article: HTMLElement, onChange: (isFar: boolean) => void): () => void {
    this.#observer ??= new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          this.#listeners.get(target)?.(!isIntersecting && canBeEmptied(target))
      },
      { root: article.closest('.scroll'), rootMargin: `${NEAR_PX}px 0px` },
    )
    this.#listeners.set(article, onChange)
    this.#observer.observe(article)
    return () => {
      this.#listeners.delete(article)
      this.#observer?.unobserve(article)
    }
  }

  /**
   * Selected articles are drawn, because they may be copied. A completely selected conversation is copied from its
   * data.
   */
  readonly drawSelected: Attachment<HTMLElement> = (box) => {
    const draw = (): void => {
      const selection = getSelection()
      if (selection === null || selection.isCollapsed || selection.containsNode(box)) return
      for (const [article, onChange] of this.#listeners)
        if (selection.containsNode(article, true)) onChange(false)
    }
    document.addEventListener('selectionchange', draw)
    return () => document.removeEventListener('selectionchange', draw)
  }
}

function canBeEmptied(article: Element): boolean {
  const isLast = article.matches(':nth-last-child(-n + 3)')
  const isSelected = getSelection()?.containsNode(article, true) === true
  return !isLast && !isSelected && !article.contains(document.activeElement)
}

const KEY = Symbol('far articles')

export function setFarArticles(articles: FarArticles): void {
  setContext(KEY, articles)
}

/** Null if all articles are drawn. */
export function findFarArticles(): FarArticles | null {
  return getContext<FarArticles | undefined>(KEY) ?? null
}
