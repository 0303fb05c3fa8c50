import { contextBridge, ipcRenderer } from 'electron'

/** Everything that the page can reach: three functions over strings, none of which answers with anything of Electron. */
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
})
