/** The class of the whole page while nobody can see it (base.css). */
const HIDDEN = 'is-hidden'

/** Pauses animations while the page is hidden, in addition to what the browser does. */
export function pauseWhileHidden(page: Document): void {
  const mark = (): void => {
    page.documentElement.classList.toggle(HIDDEN, page.visibilityState === 'hidden')
  }
  page.addEventListener('visibilitychange', mark)
  mark()
}
