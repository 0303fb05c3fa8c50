import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { browserPath, HOW_TO_GET_A_BROWSER, startBrowser } from './browser.ts'
import { electronPath } from './electron-path.ts'
import { launchElectron } from './electron.ts'
import { startFakeModelServer } from './fake-model-server/fake-model-server.ts'
import { inBrowser, type Launch } from './launch.ts'
import { Scene } from './scene.ts'

type Tests = (scene: () => Scene) => void

interface Place {
  readonly launch: Launch
  close(): Promise<void>
}

/**
 * Tests of the built program: in a browser, and once more on Electron. Skipped, in a sentence, where there is no browser;
 * skipped and counted apart where Electron's binary is not.
 */
export function describeInBrowser(name: string, tests: Tests): void {
  describeInBrowserAlone(name, tests)
  describeOnElectron(name, tests)
}

/** For what only the browser host has. */
export function describeInBrowserAlone(name: string, tests: Tests): void {
  if (browserPath === null) console.warn(HOW_TO_GET_A_BROWSER)
  describe.skipIf(browserPath === null)(name, () => inPlace(startInBrowser, tests))
}

/** For what only the desktop app has. */
export function describeOnElectron(name: string, tests: Tests): void {
  const place: Place = { launch: launchElectron, close: () => Promise.resolve() }
  describe.skipIf(electronPath === null)(`${name} on Electron`, () =>
    inPlace(() => Promise.resolve(place), tests),
  )
}

async function startInBrowser(): Promise<Place> {
  const browser = await startBrowser()
  return { launch: inBrowser(browser), close: () => browser.close() }
}

function inPlace(open: () => Promise<Place>, tests: Tests): void {
  let place: Place
  let scene: Scene
  beforeAll(async () => {
    place = await open()
  })
  beforeEach(async () => {
    scene = new Scene(place.launch, await startFakeModelServer())
  })
  afterEach(async () => scene.end())
  afterAll(async () => place.close())
  tests(() => scene)
}
