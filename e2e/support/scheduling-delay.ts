import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/**
 * Tells how long, in ms, the machine has kept the page's main thread waiting for a processor: no fault of the page's.
 * Always 0 where the system does not say.
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

/** How long a thread, by its folder in /proc, has waited for a processor so far (ms). 0 where the system does not say. */
export function schedulingDelayMs(thread: string): number {
  try {
    const [, waited] = readFileSync(`/proc/${thread}/schedstat`, 'latin1').split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}
