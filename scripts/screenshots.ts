// `npm run screenshots [folder [situation ...]]`: the built program in its situations, one PNG each.
// `npm run screenshots -- --readme`: the pictures of README.md and docs/design/looks.md.
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

interface Picture {
  /** Its file's name, without the ending. */
  readonly name: string
  readonly situation: Situation
}

const README_FOLDER = join(import.meta.dirname, '../docs/pictures')
const README_PICTURES: Readonly<Record<string, { of: string } & Partial<Situation>>> = {
  conversation: { of: 'tool-running' },
  approval: { of: 'sub-agents-asking', size: { width: 1280, height: 800 } },
  dark: { of: 'code-and-tables', colours: 'dark' },
}

const [named, ...wanted] = process.argv.slice(2)
const isForReadme = named === '--readme'
const folder = isForReadme ? README_FOLDER : folderOf(named)
mkdirSync(folder, { recursive: true })

const browser = await startBrowser()
try {
  for (const picture of isForReadme ? readmePictures() : allPictures()) {
    if (wanted.length > 0 && !wanted.includes(picture.name)) continue
    await takePicture(browser, picture)
  }
} finally {
  await browser.close()
}

function folderOf(named: string | undefined): string {
  return named === undefined ? mkdtempSync(join(tmpdir(), 'phoenix-pictures-')) : resolve(named)
}

function allPictures(): readonly Picture[] {
  return SITUATIONS.map((situation) => ({ name: situation.name, situation }))
}

function readmePictures(): readonly Picture[] {
  return Object.entries(README_PICTURES).map(([name, { of, ...change }]) => {
    const situation = SITUATIONS.find((each) => each.name === of)
    if (situation === undefined) throw new Error(`there is no situation ${of}`)
    return { name, situation: { ...situation, ...change } }
  })
}

/** A situation that cannot be arranged costs only its own picture: the screen at that moment is saved instead. */
async function takePicture(browser: Browser, { name, situation }: Picture): Promise<void> {
  const scene = new Scene(inBrowser(browser), await startFakeModelServer())
  try {
    const { page } = await situation.arrange(scene)
    await page.setViewportSize(situation.size)
    await page.mouse.move(0, 0)
    await page.emulateMedia({ colorScheme: situation.colours })
    console.log(await save(page, name))
  } catch (error) {
    process.exitCode = 1
    console.error(`${name}: ${String(error)}`)
    const page = browser.contexts().at(-1)?.pages().at(-1)
    if (page) console.error(await save(page, `failed-${name}`))
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
