import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { fakeSafeStorage, newKeyring } from './safe-storage-double.fixture.ts'
import { FakeUtilityProcess } from './utility-double.fixture.ts'
import { FakeEvent, FakeWindow, refusedBy } from './window-double.fixture.ts'

type AnyFunction = (...args: never[]) => unknown
type Item = Readonly<Record<string, unknown>>

function nothingRecorded() {
  return {
    exits: [] as number[],
    opened: [] as string[],
    schemes: [] as unknown[],
    errorBoxes: [] as string[],
    questions: [] as Item[],
    /** The button that the user presses, question by question; then the one that cancels. */
    presses: [] as number[],
    /** True if the user presses nothing. */
    leavesOpen: false,
    /** The user's choice in the folder dialog, dialog by dialog; then none. */
    folders: [] as string[],
    menu: [] as readonly Item[],
    /** Each context menu that opened. */
    popups: [] as (readonly Item[])[],
    invocable: [] as string[],
    isSandboxed: false,
    hasInstanceLock: true,
    isDark: false,
    userData: '',
    /** True if Electron's folder existed when it took its lock. */
    hadUserData: false,
    appId: '',
    /** The schemes whose links the app handles. */
    linkSchemes: [] as string[],
    permissions: {} as Record<string, AnyFunction>,
    badge: 0,
    showsNotices: true,
    /** The system's notifications, the oldest first. */
    notices: [] as FakeNotification[],
    keyring: newKeyring(),
    answerApp: null as ((request: Request) => Response) | null,
  }
}

/** The calls that Electron received, in the terms of its own API. */
export const recorded = nothingRecorded()

const handlers = new Map<string, AnyFunction>()

export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel: string, handler: AnyFunction) => {
    recorded.invocable.push(channel)
    handlers.set(channel, handler)
  },
})

/** Like a page's `send`: a structured clone arrives. */
export function sendToMain(event: unknown, channel: string, ...args: unknown[]): void {
  ipcMain.emit(channel, event, ...structuredClone(args))
}

/** Like a page's `invoke`: clones both ways, and only the text of an error arrives. */
export async function invokeMain(
  event: unknown,
  channel: string,
  ...args: unknown[]
): Promise<unknown> {
  const handler = handlers.get(channel)
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
  let fault: string
  try {
    const copied = structuredClone(args)
    return structuredClone(await Reflect.apply(handler, null, [event, ...copied]))
  } catch (error) {
    fault = String(error)
  }
  throw new Error(`Error invoking remote method '${channel}': ${fault}`)
}

const app = Object.assign(FakeWindow.app, {
  isPackaged: false,
  enableSandbox: () => {
    recorded.isSandboxed = true
  },
  setPath: (_name: string, path: string) => {
    recorded.userData = path
  },
  setAsDefaultProtocolClient: (scheme: string) => {
    recorded.linkSchemes.push(scheme)
    return true
  },
  setAppUserModelId: (id: string) => {
    recorded.appId = id
  },
  requestSingleInstanceLock: () => {
    recorded.hadUserData = existsSync(recorded.userData)
    return recorded.hasInstanceLock
  },
  whenReady: () => {
    recorded.keyring.isReady = true
    return Promise.resolve()
  },
  /** Asks the app, then its windows; the first that refuses stops it. */
  quit: () => {
    if (refusedBy(app, 'before-quit')) return
    for (const window of FakeWindow.all) window.close()
    if (FakeWindow.all.length === 0) app.exit(0)
  },
  setBadgeCount: (count: number) => {
    recorded.badge = count
    return true
  },
  /** Asks nobody. */
  exit: (code: number) => {
    recorded.exits.push(code)
  },
})

class FakeNotification extends EventEmitter {
  static isSupported(): boolean {
    return recorded.showsNotices
  }
  readonly options: Item
  constructor(options: Item) {
    super()
    this.options = structuredClone(options)
  }
  show(): void {
    recorded.notices.push(this)
  }
  close(): void {
    recorded.notices = recorded.notices.filter((each) => each !== this)
    this.emit('close')
  }
}

export const powerMonitor = new EventEmitter()

export const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }

const keepHandler =
  (name: string) =>
  (handler: AnyFunction): void => {
    recorded.permissions[name] = handler
  }

export const electronDouble = {
  app,
  ipcMain,
  powerMonitor,
  utilityProcess: FakeUtilityProcess,
  BrowserWindow: FakeWindow,
  Notification: FakeNotification,
  Menu: {
    buildFromTemplate: (template: readonly Item[]) =>
      Object.assign([...template], { popup: () => recorded.popups.push(template) }),
    setApplicationMenu: (menu: readonly Item[]) => {
      recorded.menu = menu
    },
  },
  dialog: {
    showErrorBox: (_title: string, text: string) => recorded.errorBoxes.push(text),
    showMessageBox: (...args: readonly (FakeWindow | Item)[]) => {
      const question = args.find((arg) => !(arg instanceof FakeWindow)) as Item
      recorded.questions.push(question)
      if (recorded.leavesOpen) return untilWithdrawn(question)
      const response = recorded.presses.shift() ?? Number(question['cancelId'])
      return Promise.resolve({ response, checkboxChecked: false })
    },
    showOpenDialog: () => {
      const folder = recorded.folders.shift()
      return Promise.resolve({
        canceled: folder === undefined,
        filePaths: folder === undefined ? [] : [folder],
      })
    },
  },
  nativeTheme: {
    get shouldUseDarkColors() {
      return recorded.isDark
    },
  },
  screen: { getPrimaryDisplay: () => display, getAllDisplays: () => [display] },
  safeStorage: fakeSafeStorage(() => recorded.keyring),
  shell: {
    openExternal: (address: string) => {
      recorded.opened.push(address)
      return Promise.reject(new Error('no program for it'))
    },
  },
  protocol: {
    registerSchemesAsPrivileged: (schemes: unknown[]) => recorded.schemes.push(...schemes),
    handle: (_scheme: string, answer: (request: Request) => Response) => {
      recorded.answerApp = answer
    },
  },
  session: {
    defaultSession: {
      setPermissionRequestHandler: keepHandler('request'),
      setPermissionCheckHandler: keepHandler('check'),
      setDevicePermissionHandler: keepHandler('device'),
      setBluetoothPairingHandler: keepHandler('bluetooth'),
      setDisplayMediaRequestHandler: keepHandler('screen'),
    },
  },
}

/** A question that its asker withdraws counts as cancelled. */
function untilWithdrawn(question: Item): Promise<{ response: number; checkboxChecked: boolean }> {
  const withdrawn = { response: Number(question['cancelId']), checkboxChecked: false }
  return new Promise((resolve) => {
    const signal = question['signal'] as AbortSignal
    signal.addEventListener('abort', () => resolve(withdrawn))
  })
}

/** Presses an item of the application menu, found by its label. */
export function chooseInMenu(label: string): void {
  const found = menuItems(recorded.menu).find((item) => item['label'] === label)
  if (found === undefined) throw new Error(`no ${label} in the menu`)
  Reflect.apply(found['click'] as AnyFunction, null, [found, undefined, new FakeEvent()])
}

export function menuItems(menu: readonly Item[]): readonly Item[] {
  return menu.flatMap((item) => [item, ...menuItems((item['submenu'] ?? []) as readonly Item[])])
}

/** Resets everything, as after a start of Electron. */
export function resetElectron(): void {
  Object.assign(recorded, nothingRecorded())
  FakeWindow.all = []
  FakeUtilityProcess.forked = []
  handlers.clear()
  app.removeAllListeners()
  ipcMain.removeAllListeners()
  powerMonitor.removeAllListeners()
}
