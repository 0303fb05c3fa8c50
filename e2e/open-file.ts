import type { Locator } from 'playwright-core'
import type { App } from './app.ts'

export async function openImport(app: App): Promise<void> {
  await app.page.keyboard.press('Control+k')
  await app.page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await app.page.keyboard.type('import a conv')
  await app.page.keyboard.press('Enter')
  await app.page.getByRole('dialog', { name: 'Import a conversation' }).waitFor()
}

/** Opens a file in the dialog for imports. */
export async function openFile(app: App, file: string): Promise<void> {
  await openImport(app)
  await app.page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
}

/** The dialog with a conversation from a file. */
export const opened = (app: App): Locator => app.page.getByRole('dialog', { name: /^From a file:/ })
