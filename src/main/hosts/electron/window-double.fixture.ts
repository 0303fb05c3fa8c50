import { EventEmitter } from 'node:events'

/** The event that Electron passes to a listener that may refuse. */
export class FakeEvent {
  defaultPrevented = false
  /** For a navigation. */
  readonly url: unknown
  readonly isMainFrame: boolean
  constructor(url?: unknown, isMainFrame = true) {
    this.url = url
    this.isMainFrame = isMainFrame
  }
  preventDefault(): void {
    this.defaultPrevented = true
  }
}

/** Notifies the listeners as Electron does; returns whether one of them has refused. */
export function refusedBy(emitter: EventEmitter, name: string, ...details: unknown[]): boolean {
  const event = new FakeEvent()
  emitter.emit(name, event, ...details)
  return event.defaultPrevented
}

type OpenHandler = (details: { url: string }) => unknown

class FakeContents extends EventEmitter {
  readonly mainFrame = { origin: 'app://phoenix' }
  readonly sent: unknown[][] = []
  address = ''
  reloads = 0
  openHandler: OpenHandler | null = null
  isGone = false
  replaced: string[] = []
  zoom = 1
  learned: string[] = []
  readonly session = {
    addWordToSpellCheckerDictionary: (word: string) => this.learned.push(word),
  }

  replaceMisspelling(word: string): void {
    this.replaced.push(word)
  }
  getZoomFactor(): number {
    return this.zoom
  }
  setZoomFactor(zoom: number): void {
    this.zoom = zoom
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.isGone) throw new TypeError('Object has been destroyed')
    this.sent.push([channel, ...structuredClone(args)])
  }
  isDestroyed(): boolean {
    return this.isGone
  }
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', new FakeEvent(), { reason: 'killed' })
  }
  reload(): void {
    this.reloads += 1
    this.emit('did-navigate', new FakeEvent(), this.address)
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  /** Navigates as when the page, or a frame in it, sets its location. Returns whether it got there. */
  navigate(url: string, isMainFrame = true): boolean {
    for (const name of ['will-frame-navigate', 'will-navigate']) {
      const event = new FakeEvent(url, isMainFrame)
      this.emit(name, event)
      if (event.defaultPrevented) return false
    }
    this.address = url
    this.emit('did-navigate', new FakeEvent(), url)
    return true
  }
}

interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export class FakeWindow extends EventEmitter {
  static all: FakeWindow[] = []
  /** The app, which is notified of each window. */
  static app = new EventEmitter()
  static getAllWindows(): readonly FakeWindow[] {
    return FakeWindow.all
  }
  static getFocusedWindow(): FakeWindow | null {
    return FakeWindow.all.find((window) => window.hasFocus) ?? null
  }

  readonly webContents = new FakeContents()
  readonly options: Record<string, unknown>
  readonly calls: string[] = []
  background: unknown
  bounds: Bounds
  focused = 0
  hasFocus = false
  isMinimal = false
  isMaximal = false
  isVisible = false

  constructor(options: Record<string, unknown> & Bounds) {
    super()
    this.options = structuredClone(options)
    this.background = options['backgroundColor']
    const { x, y, width, height } = options
    this.bounds = { x, y, width, height }
    this.isVisible = options['show'] !== false
    FakeWindow.all.push(this)
    FakeWindow.app.emit('web-contents-created', new FakeEvent(), this.webContents)
    FakeWindow.app.emit('browser-window-created', new FakeEvent(), this)
  }

  get address(): string {
    return this.webContents.address
  }
  /** A load by the main process asks nobody, and ends an earlier one that is not over. */
  async loadURL(address: string): Promise<void> {
    this.webContents.address = address
    this.webContents.emit('did-navigate', new FakeEvent(), address)
    await new Promise((resolve) => setImmediate(resolve))
    if (this.webContents.address !== address) throw new Error(`ERR_ABORTED (-3) loading ${address}`)
  }
  isMinimized(): boolean {
    return this.isMinimal
  }
  restore(): void {
    this.isMinimal = false
  }
  isMaximized(): boolean {
    return this.isMaximal
  }
  maximize(): void {
    this.isMaximal = true
    this.emit('maximize')
  }
  getNormalBounds(): Bounds {
    return this.bounds
  }
  moveTo(bounds: Bounds): void {
    this.bounds = bounds
    this.emit('move')
    this.emit('resize')
  }
  setBackgroundColor(colour: string): void {
    this.background = colour
  }
  show(): void {
    this.isVisible = true
  }
  hide(): void {
    this.isVisible = false
  }
  focus(): void {
    this.focused += 1
    for (const window of FakeWindow.all) window.hasFocus = window === this
    this.emit('focus')
  }
  /** The page changes its own address. */
  showIn(fragment: string): void {
    const { webContents } = this
    webContents.address = `app://phoenix/${fragment}`
    webContents.emit('did-navigate-in-page', new FakeEvent(), webContents.address, true)
  }
  isDestroyed(): boolean {
    return this.webContents.isGone
  }
  /** Closes the window as the user does. */
  close(): void {
    if (!refusedBy(this, 'close')) this.destroy()
  }
  /** Asks nobody. */
  destroy(): void {
    this.webContents.isGone = true
    FakeWindow.all = FakeWindow.all.filter((window) => window !== this)
    this.emit('closed')
    if (FakeWindow.all.length === 0) FakeWindow.app.emit('window-all-closed')
  }
}
