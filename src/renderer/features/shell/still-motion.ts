/** The class of the whole page while nobody can see it (base.css). */
const HIDDEN = 'is-hidden'

/** Time without input after which the caret stops blinking, as in other desktop programs (ms). */
const BLINKS_FOR = 10_000

const INPUT = ['keydown', 'pointerdown', 'focusin', 'compositionupdate']

/** Pauses animations while the page is hidden, in addition to what the browser does. */
export function pauseWhileHidden(page: Document): void {
  const mark = (): void => {
    page.documentElement.classList.toggle(HIDDEN, page.visibilityState === 'hidden')
  }
  page.addEventListener('visibilitychange', mark)
  mark()
}

/** Lets the caret stand still while nobody types: each blink makes the browser draw a frame, twice a second. */
export function stopBlinking(page: Pick<Document, 'activeElement' | 'addEventListener'>): void {
  let still: ElementCSSInlineStyle | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    const field = page.activeElement
    still = field !== null && 'style' in field ? (field as HTMLElement) : null
    still?.style.setProperty('caret-animation', 'manual')
  }
  const blink = (): void => {
    still?.style.removeProperty('caret-animation')
    still = null
    clearTimeout(timer)
    timer = setTimeout(stop, BLINKS_FOR)
  }
  for (const type of INPUT) page.addEventListener(type, blink, { capture: true, passive: true })
  blink()
}
