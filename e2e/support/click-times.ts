import type { Page } from 'playwright-core'
import { schedulingDelayOf } from './scheduling-delay.ts'

/**
 * ms from each click until the page has painted its response, while `during` runs and for this many tries after it.
 * Time in which the page had no processor does not count.
 */
export async function clickTimes(
  page: Page,
  tries: number,
  during: () => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly number[]> {
  await page.evaluate(() => {
    const answered: number[] = []
    Object.assign(window, { answered })
    addEventListener('pointerdown', ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => answered.push(performance.now() - timeStamp)))
    })
  })
  const withheld = await schedulingDelayOf(page)
  const own: number[] = []
  let isOver = false
  const work = during().finally(() => (isOver = true))
  for (let left = tries; left > 0; left -= isOver ? 1 : 0) {
    const before = withheld()
    const took = await click(page, own.length)
    own.push(Math.max(0, took - (withheld() - before)))
  }
  await work
  return own
}

/** Clicks the header, where a click does nothing. */
async function click(page: Page, count: number): Promise<number> {
  await page.mouse.click(600, 2)
  const handle = await page.waitForFunction(
    (before) => (window as unknown as { answered: number[] }).answered[before] ?? null,
    count,
  )
  return (await handle.jsonValue()) ?? 0
}
