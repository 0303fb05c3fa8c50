import { expect } from 'vitest'
import type { App } from '../app.ts'

/** Tries to send a message of this many characters: it is refused, and stays in its field. */
export async function refusesTooLong(app: App, length: number): Promise<void> {
  // Sets the text directly, as the page itself does: typing lays it out key by key, which nobody does at this length.
  await app.message.evaluate((box, text) => {
    ;(box as HTMLTextAreaElement).value = text
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }, 'x'.repeat(length))
  await app.message.press('Enter')
  await app.page
    .getByText(/longer than/)
    .first()
    .waitFor()
  const kept = await app.message.evaluate((box) => (box as HTMLTextAreaElement).value.length)
  expect(kept).toBe(length)
}
