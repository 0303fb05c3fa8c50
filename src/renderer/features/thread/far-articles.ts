import { getContext, setContext } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/** So far from what is in sight an article is still drawn (px): some screens, for whoever scrolls fast. */
const NEAR_PX = 8_000

/**
 * Which articles of a scrolled conversation are so far from what is in sight that they are empty boxes of their height. What
 * a reader has clicked in, selected or focused stays, and so do the last articles, which may grow.
 */
export class FarArticles {
  readonly #isSearched: () => boolean
  readonly #told = new Map<Element, (isFar: boolean) => void>()
  #observer: IntersectionObserver | null = null

  /** `isSearched`: somebody looks for words, so all that was said is on the page. */
  constructor(isSearched: () => boolean) {
    this.#isSearched = isSearched
  }

  get areEmpty(): boolean {
    return !this.#isSearched()
  }

  /** `tell` is called when the article has become far or near. */
  watch(article: HTMLElement, tell: (isFar: boolean) => void): () => void {
    this.#observer ??= new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          this.#told.get(target)?.(!isIntersecting && canBeEmptied(target))
      },
      { root: article.closest('.scroll'), rootMargin: `${NEAR_PX}px 0px` },
    )
    this.#told.set(article, tell)
    this.#observer.observe(article)
    return () => {
      this.#told.delete(article)
      this.#observer?.unobserve(article)
    }
  }

  /** What is selected is drawn, since it may be copied. A conversation that is selected as a whole is copied from its data. */
  readonly drawSelected: Attachment<HTMLElement> = (box) => {
    const draw = (): void => {
      const selection = getSelection()
      if (selection === null || selection.isCollapsed || selection.containsNode(box)) return
      for (const [article, tell] of this.#told)
        if (selection.containsNode(article, true)) tell(false)
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

/** Null where all articles are drawn. */
export function findFarArticles(): FarArticles | null {
  return getContext<FarArticles | undefined>(KEY) ?? null
}
