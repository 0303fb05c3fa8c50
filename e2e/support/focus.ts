import type { App } from '../app.ts'

/** Returns the name of the focused element. */
export function focused(app: App): Promise<string> {
  return app.page.evaluate(
    () =>
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent ??
      '',
  )
}
