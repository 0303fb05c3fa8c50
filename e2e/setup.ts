import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { browserPath, HOW_TO_GET_A_BROWSER, startBrowser } from './browser.ts'
import { startFakeModelServer } from './fake-model-server/fake-model-server.ts'
import { Scene } from './scene.ts'

/** Tests of the built program in a browser: skipped, in a sentence, where there is none. */
export function describeInBrowser(name: string, tests: (scene: () => Scene) => void): void {
  if (browserPath === null) console.warn(HOW_TO_GET_A_BROWSER)
  describe.skipIf(browserPath === null)(name, () => {
    let browser: Browser
    let scene: Scene
    beforeAll(async () => {
      browser = await startBrowser()
    })
    beforeEach(async () => {
      scene = new Scene(browser, await startFakeModelServer())
    })
    afterEach(async () => scene.end())
    afterAll(async () => browser.close())
    tests(() => scene)
  })
}
