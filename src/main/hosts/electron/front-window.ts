import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron'

/** The window that a dialog of the app belongs to; undefined if there is none. */
export function frontWindow(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
}

/** Shows a question of the app; resolves with the index of the chosen button. */
export async function askInFront(question: MessageBoxOptions): Promise<number> {
  const window = frontWindow()
  const { response } = await (window === undefined
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(window, question))
  return response
}
