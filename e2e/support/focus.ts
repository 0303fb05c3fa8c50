import type { Locator } from 'playwright-core'
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

/** True if this element itself has the focus. */
export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((each) => each === document.activeElement)
}
