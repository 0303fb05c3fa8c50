import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

const OPTIONS: OpenDialogOptions = {
  title: 'Choose a folder',
  buttonLabel: 'Choose',
  properties: ['openDirectory', 'createDirectory'],
}

/** Opens the system's folder dialog over the window. Null: nothing was chosen. */
export async function chooseFolder(): Promise<string | null> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const answer =
    window === undefined ? dialog.showOpenDialog(OPTIONS) : dialog.showOpenDialog(window, OPTIONS)
  return answer.then(
    ({ canceled, filePaths }) => (canceled ? null : (filePaths[0] ?? null)),
    () => null,
  )
}
