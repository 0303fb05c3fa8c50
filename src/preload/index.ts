import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** Everything that the page can reach: functions over strings and a dropped file, none of which answers with anything of Electron. */
contextBridge.exposeInMainWorld('phoenix', {
  request: (json: string): void => {
    ipcRenderer.send('phoenix:request', json)
  },
  cancel: (json: string): void => {
    ipcRenderer.send('phoenix:cancel', json)
  },
  onEvent: (listener: (json: string) => void): (() => void) => {
    const hear = (_event: unknown, json: string): void => listener(json)
    ipcRenderer.on('phoenix:event', hear)
    return () => {
      ipcRenderer.off('phoenix:event', hear)
    }
  },
  /** What is no file of the disk has no path. */
  pathOf: (file: File): string => {
    try {
      return webUtils.getPathForFile(file)
    } catch {
      return ''
    }
  },
})
