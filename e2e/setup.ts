import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { browserPath, HOW_TO_GET_A_BROWSER, startBrowser } from './support/browser.ts'
import { electronPath } from './support/electron-path.ts'
import { launchElectron } from './support/electron.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import { inBrowser, type Launch } from './support/launch.ts'
import { Scene } from './scene.ts'
import { SharedHosts } from './support/shared-hosts.ts'

type Tests = (scene: () => Scene) => void

/** The environment that the tests of a file share. */
interface Place {
  readonly launch: Launch
  /** Null: each test has its own hosts. */
  readonly shared: SharedHosts | null
  close(): Promise<void>
}

/**
 * Tests of the built program: in a browser, and again on Electron if its binary is installed. Skipped with a message if
 * there is no browser. In a browser, tests share hosts unless they request their own.
 */
export function describeInBrowser(name: string, tests: Tests): void {
  describeInBrowserAlone(name, tests)
  describeOnElectron(name, tests)
}

/** Tests of features that only the browser host has. */
export function describeInBrowserAlone(name: string, tests: Tests): void {
  if (browserPath === null) console.warn(HOW_TO_GET_A_BROWSER)
  describe.skipIf(browserPath === null)(name, () => inPlace(startInBrowser, tests))
}

/**
 * Tests of features that only the desktop app has. Without Electron's binary nothing is registered: the report says so
 * once.
 */
export function describeOnElectron(name: string, tests: Tests): void {
  if (electronPath === null) return
  const place: Place = { launch: launchElectron, shared: null, close: () => Promise.resolve() }
  describe(`${name} on Electron`, () => inPlace(() => Promise.resolve(place), tests))
}

async function startInBrowser(): Promise<Place> {
  const browser = await startBrowser()
  const shared = new SharedHosts(browser)
  const close = async (): Promise<void> => {
    await shared.end()
    await browser.close()
  }
  return { launch: inBrowser(browser), shared, close }
}

function inPlace(open: () => Promise<Place>, tests: Tests): void {
  let place: Place
  let model: FakeModelServer
  let scene: Scene
  beforeAll(async () => {
    place = await open()
    model = await startFakeModelServer()
  })
  beforeEach(() => {
    scene = new Scene(place.launch, model, place.shared)
  })
  afterEach(async () => {
    await scene.end()
    await model.reset()
  })
  afterAll(async () => {
    await place.close()
    await model.close()
  })
  tests(() => scene)
}
