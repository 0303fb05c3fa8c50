// `npm run screenshots [folder [situation ...]]`: the built program in its situations, one PNG each.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../e2e/support/browser.ts'
import { startFakeModelServer } from '../e2e/fake-model-server/fake-model-server.ts'
import { inBrowser } from '../e2e/support/launch.ts'
import { Scene } from '../e2e/scene.ts'
import type { Situation } from '../e2e/situations/situation.ts'
import { SITUATIONS } from '../e2e/situations/situations.ts'

const [named, ...wanted] = process.argv.slice(2)
const folder =
  named === undefined ? mkdtempSync(join(tmpdir(), 'phoenix-pictures-')) : resolve(named)
mkdirSync(folder, { recursive: true })

const browser = await startBrowser()
try {
  for (const situation of SITUATIONS) {
    if (wanted.length > 0 && !wanted.includes(situation.name)) continue
    await takePicture(browser, situation)
  }
} finally {
  await browser.close()
}

/** A situation that cannot be arranged costs only its own picture: the screen at that moment is saved instead. */
async function takePicture(browser: Browser, situation: Situation): Promise<void> {
  const scene = new Scene(inBrowser(browser), await startFakeModelServer())
  try {
    const { page } = await situation.arrange(scene)
    await page.setViewportSize(situation.size)
    await page.mouse.move(0, 0)
    await page.emulateMedia({ colorScheme: situation.colours })
    console.log(await save(page, situation.name))
  } catch (error) {
    process.exitCode = 1
    console.error(`${situation.name}: ${String(error)}`)
    const page = browser.contexts().at(-1)?.pages().at(-1)
    if (page) console.error(await save(page, `failed-${situation.name}`))
  } finally {
    await scene.end()
    await scene.model.close()
  }
}

async function save(page: Page, name: string): Promise<string> {
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path })
  return path
}
