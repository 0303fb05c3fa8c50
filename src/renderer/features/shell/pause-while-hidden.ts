/** The class of the whole page while nobody can see it (base.css). */
const HIDDEN = 'is-hidden'

/** Pauses what moves while the page is hidden, whatever the browser does by itself. */
export function pauseWhileHidden(page: Document): void {
  const mark = (): void => {
    page.documentElement.classList.toggle(HIDDEN, page.visibilityState === 'hidden')
  }
  page.addEventListener('visibilitychange', mark)
  mark()
}
