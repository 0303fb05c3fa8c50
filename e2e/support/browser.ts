import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/**
 * Usual places of Chromium. The headless shell comes first: it takes two thirds of the time. PHOENIX_BROWSER names
 * another.
 */
const PLACES = [
  process.env['PHOENIX_BROWSER'] ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser's path; null: these tests are skipped. */
export const browserPath: string | null =
  PLACES.find((place) => place !== '' && existsSync(place)) ?? null

export const HOW_TO_GET_A_BROWSER =
  'No Chromium was found: install one (Debian: apt-get install chromium-headless-shell) or name it in PHOENIX_BROWSER.'

export async function startBrowser(): Promise<Browser> {
  if (browserPath === null) throw new Error(HOW_TO_GET_A_BROWSER)
  const isRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath: browserPath,
    args: ['--disable-background-networking', ...(isRoot ? ['--no-sandbox'] : [])],
  })
}
