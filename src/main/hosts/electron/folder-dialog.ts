import { dialog, type OpenDialogOptions } from 'electron'
import { frontWindow } from './front-window.ts'

const OPTIONS: OpenDialogOptions = {
  title: 'Choose a folder',
  buttonLabel: 'Choose',
  properties: ['openDirectory', 'createDirectory'],
}

/** Opens the system's folder dialog over the window. Null: nothing was chosen. */
export async function chooseFolder(): Promise<string | null> {
  const window = frontWindow()
  const answer =
    window === undefined ? dialog.showOpenDialog(OPTIONS) : dialog.showOpenDialog(window, OPTIONS)
  return answer.then(
    ({ canceled, filePaths }) => (canceled ? null : (filePaths[0] ?? null)),
    () => null,
  )
}
