import type { App } from './app.ts'

/** The top of the first "You" article relative to the top of the thread, and the distance from the end. */
export async function placeOf(
  app: App,
): Promise<{ readonly top: number; readonly fromEnd: number }> {
  return app.page.getByRole('region', { name: 'Messages', exact: true }).evaluate((box) => ({
    top: Math.round(
      (box.querySelector('[data-message]')?.getBoundingClientRect().top ?? 0) -
        box.getBoundingClientRect().top,
    ),
    fromEnd: Math.round(box.scrollHeight - box.scrollTop - box.clientHeight),
  }))
}
