import { mkdtempSync, rmSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { writePage } from '../browser/page.fixture.ts'
import { recorded, electronDouble, resetElectron } from './electron-double.fixture.ts'
import { type ElectronHostEntry, runElectronHost } from './run-electron-host.ts'
import { FakeWindow } from './window-double.fixture.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const LISTENED_TO = [...SIGNALS, 'disconnect'] as const

type Program = Extract<
  Awaited<ReturnType<ElectronHostEntry['compose']>>,
  { readonly ok: true }
>['value']

/** The Electron host on the double, with a program that the test controls. */
export interface Rig {
  readonly root: string
  readonly dataFolder: string
  readonly connections: Connection<HostFrame, ClientFrame>[]
  closings: number
  close: () => Promise<void>
  /** The command line after its folder. */
  args: string[]
  /** Titles of the conversations that work. */
  working: string[]
  /** The program behind the connections. */
  compose: ElectronHostEntry['compose']
  start(): Promise<FakeWindow>
  /** The event with which a window's page sends. */
  eventOf(window: FakeWindow): { sender: unknown; senderFrame: unknown }
  /** Signals the process as the system does. */
  signal(name: NodeJS.Signals): void
  end(): Promise<void>
}

export function createRig(): Rig {
  resetElectron()
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-shell-')))
  writePage(root, { 'index.html': '<!doctype html>', 'main.js': 'export {}' })
  const before = new Set(LISTENED_TO.flatMap((name) => process.rawListeners(name)))
  const ours = (name: string) => process.rawListeners(name).filter((each) => !before.has(each))

  const rig: Rig = {
    root,
    dataFolder: join(root, 'data'),
    connections: [],
    closings: 0,
    close: () => Promise.resolve(),
    args: [],
    working: [],
    compose: () => Promise.resolve({ ok: true, value: programOf(rig) }),
    start: async () => {
      await start(rig)
      const window = FakeWindow.all[0]
      if (window === undefined) throw new Error('no window')
      return window
    },
    eventOf: (window) => ({
      sender: window.webContents,
      senderFrame: window.webContents.mainFrame,
    }),
    signal: (name) => {
      for (const hear of ours(name)) Reflect.apply(hear, process, [name])
    },
    end: async () => {
      rig.working = []
      electronDouble.app.quit()
      await expect.poll(() => recorded.exits.length).toBeGreaterThan(0)
      for (const name of LISTENED_TO) {
        for (const hear of ours(name)) process.removeListener(name, Object(hear))
      }
      rmSync(root, { recursive: true, force: true })
    },
  }
  return rig
}

function start(rig: Rig): Promise<void> {
  return runElectronHost({
    args: ['--data', rig.dataFolder, ...rig.args],
    environment: {},
    rendererFolder: rig.root,
    iconFile: '/app/icon.png',
    preloadFile: '/app/preload/index.cjs',
    compose: (dataFolder, desktop) => rig.compose(dataFolder, desktop),
  })
}

function programOf(rig: Rig): Program {
  return {
    attach: (connection) => rig.connections.push(connection),
    tokens: { admit: () => null },
    working: () => rig.working.map((title) => ({ title })),
    close: () => {
      rig.closings += 1
      return rig.close()
    },
  }
}
