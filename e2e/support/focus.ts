import type { App } from '../app.ts'

/** What has the focus, by its name. */
export function focused(app: App): Promise<string> {
  return app.page.evaluate(
    () =>
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent ??
      '',
  )
}
