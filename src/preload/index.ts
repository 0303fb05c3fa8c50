import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** Everything that the page can reach: functions that take strings or a dropped file and return no Electron objects. */
contextBridge.exposeInMainWorld('phoenix', {
  request: (json: string): void => {
    ipcRenderer.send('phoenix:request', json)
  },
  cancel: (json: string): void => {
    ipcRenderer.send('phoenix:cancel', json)
  },
  onEvent: (listener: (json: string) => void): (() => void) => {
    // The main process counts unread frames, so it stops sending to a page that reads nothing.
    const hear = (_event: unknown, json: string): void => {
      ipcRenderer.send('phoenix:read')
      listener(json)
    }
    ipcRenderer.on('phoenix:event', hear)
    return () => {
      ipcRenderer.off('phoenix:event', hear)
    }
  },
  /** A file that is not on the disk has no path. */
  pathOf: (file: File): string => {
    try {
      return webUtils.getPathForFile(file)
    } catch {
      return ''
    }
  },
})
