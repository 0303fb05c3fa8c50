import { expect } from 'vitest'
import type { App } from './app.ts'

/** Tries to send a message of that many characters: it is refused, and stays in its field. */
export async function refusesTooLong(app: App, length: number): Promise<void> {
  await app.message.fill('x'.repeat(length))
  await app.message.press('Enter')
  await app.page
    .getByText(/longer than/)
    .first()
    .waitFor()
  const kept = await app.message.evaluate((box) => (box as HTMLTextAreaElement).value.length)
  expect(kept).toBe(length)
}
