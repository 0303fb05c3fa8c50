import { EventEmitter } from 'node:events'

/** What Electron was asked to do, in the words of its own API. */
export const asked = {
  exits: [] as number[],
  opened: [] as string[],
  schemes: [] as unknown[],
  errorBoxes: [] as string[],
  isSandboxed: false,
  hasInstanceLock: true,
  userData: '',
  permissions: {} as Record<string, (...args: never[]) => unknown>,
  answerApp: null as ((request: Request) => Response) | null,
}

class FakeContents extends EventEmitter {
  readonly mainFrame = { origin: 'app://phoenix' }
  readonly sent: (readonly [string, string])[] = []
  reloads = 0
  openHandler: ((details: { url: string }) => unknown) | null = null

  send(channel: string, text: string): void {
    this.sent.push([channel, text])
  }
  isDestroyed(): boolean {
    return false
  }
  reload(): void {
    this.reloads += 1
  }
  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.openHandler = handler
  }
}

export class FakeWindow extends EventEmitter {
  static all: FakeWindow[] = []
  static getAllWindows(): readonly FakeWindow[] {
    return FakeWindow.all
  }
  readonly webContents = new FakeContents()
  readonly options: Record<string, unknown>
  address = ''
  focused = 0

  constructor(options: Record<string, unknown>) {
    super()
    this.options = options
    FakeWindow.all.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  loadURL(address: string): Promise<void> {
    this.address = address
    return Promise.resolve()
  }
  isMinimized(): boolean {
    return true
  }
  restore(): void {}
  focus(): void {
    this.focused += 1
  }
}

const app = Object.assign(new EventEmitter(), {
  enableSandbox: () => {
    asked.isSandboxed = true
  },
  setPath: (_name: string, path: string) => {
    asked.userData = path
  },
  requestSingleInstanceLock: () => asked.hasInstanceLock,
  whenReady: () => Promise.resolve(),
  quit: () => app.emit('before-quit', { preventDefault: () => undefined }),
  exit: (code: number) => asked.exits.push(code),
})

export const ipcMain = new EventEmitter()

export const electronDouble = {
  app,
  ipcMain,
  BrowserWindow: FakeWindow,
  dialog: { showErrorBox: (_title: string, text: string) => asked.errorBoxes.push(text) },
  shell: {
    openExternal: (address: string) => {
      asked.opened.push(address)
      return Promise.reject(new Error('no program for it'))
    },
  },
  protocol: {
    registerSchemesAsPrivileged: (schemes: unknown[]) => asked.schemes.push(...schemes),
    handle: (_scheme: string, answer: (request: Request) => Response) => {
      asked.answerApp = answer
    },
  },
  session: {
    defaultSession: {
      setPermissionRequestHandler: (handler: (...args: never[]) => unknown) => {
        asked.permissions['request'] = handler
      },
      setPermissionCheckHandler: (handler: (...args: never[]) => unknown) => {
        asked.permissions['check'] = handler
      },
      setDevicePermissionHandler: (handler: (...args: never[]) => unknown) => {
        asked.permissions['device'] = handler
      },
    },
  },
}

/** As after a fresh start of Electron. */
export function resetElectron(): void {
  asked.exits.length = 0
  asked.opened.length = 0
  asked.schemes.length = 0
  asked.errorBoxes.length = 0
  asked.isSandboxed = false
  asked.hasInstanceLock = true
  asked.answerApp = null
  FakeWindow.all = []
  app.removeAllListeners()
  ipcMain.removeAllListeners()
}
