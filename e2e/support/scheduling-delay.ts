import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/**
 * Returns a function for the time, in ms, that the page's main thread has been waiting for a processor, which is not
 * the page's fault. Always 0 if the system does not report it.
 */
export async function schedulingDelayOf(page: Page): Promise<() => number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (session === undefined) return () => 0
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const [busiest] = renderers.toSorted((a, b) => b.cpuTime - a.cpuTime)
  return () => (busiest === undefined ? 0 : schedulingDelayMs(`${busiest.id}/task/${busiest.id}`))
}

/**
 * The time that a thread, given by its folder in /proc, has been waiting for a processor so far (ms). 0 if the system
 * does not report it.
 */
export function schedulingDelayMs(thread: string): number {
  try {
    const [, waited] = readFileSync(`/proc/${thread}/schedstat`, 'latin1').split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}
