import type { Locator, Page } from 'playwright-core'

/** Elements of the page that hold a text. */
interface PageText {
  readonly selector: string
  readonly text: string
}

/**
 * Reloads the page; returns the time of the first frame with this target, in ms since navigation start. The page itself
 * tells of the frame: Playwright's own questions load 300 KB of script into a new page first.
 */
export async function paintedAfterLoad(page: Page, target: PageText): Promise<number> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Page.enable')
  await tools.send('Runtime.enable')
  await tools.send('Runtime.addBinding', { name: 'painted' })
  const source = `(${markWhenPainted.toString()})(${JSON.stringify({ ...target, mark: 'painted' })})`
  const { identifier } = await tools.send('Page.addScriptToEvaluateOnNewDocument', { source })
  const painted = new Promise<number>((resolve) => {
    tools.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)))
  })
  await page.reload()
  const time = await painted
  await tools.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
  await tools.send('Runtime.removeBinding', { name: 'painted' })
  await tools.detach()
  return time
}

/** ms from a click on the link with this text to the frame with this target. */
export async function paintedAfterClick(
  page: Page,
  link: string,
  target: PageText,
): Promise<number> {
  const mark = `painted ${Math.random()}`
  await page.evaluate(markWhenPainted, { ...target, mark })
  const clickedAt = await page.evaluate(clickLink, link)
  return (await timeOfMark(page, mark)) - clickedAt
}

/** For this many keys in a field: ms from each key to just after the frame that shows it. */
export async function paintedAfterKeys(field: Locator, keys: number): Promise<readonly number[]> {
  const page = field.page()
  await page.evaluate(watchKeys)
  for (let key = 0; key < keys; key++) await field.press('x')
  // The last key has been pressed, but perhaps not painted yet.
  await page.waitForFunction((all) => Reflect.get(window, 'typed').length >= all, keys)
  return page.evaluate(() => Reflect.get(window, 'typed') as number[])
}

async function timeOfMark(page: Page, mark: string): Promise<number> {
  const found = await page.waitForFunction(
    (name) => performance.getEntriesByName(name)[0]?.startTime,
    mark,
    { timeout: 60_000 },
  )
  return (await found.jsonValue()) ?? Number.NaN
}

/** Runs in the page. */
function clickLink(words: string): number {
  const links = [...document.querySelectorAll('a')]
  const link = links.find((each) => each.textContent?.includes(words))
  if (link === undefined) throw new Error(`no link ${words} on the page`)
  const clickedAt = performance.now()
  link.click()
  return clickedAt
}

/** Runs in the page: sets a mark once a frame with the target has been drawn. */
function markWhenPainted({ mark, selector, text }: PageText & { readonly mark: string }): void {
  const observer = new MutationObserver(() => {
    const seen = document.querySelectorAll(selector)
    if (![...seen].some((each) => each.textContent?.includes(text))) return
    observer.disconnect()
    requestAnimationFrame(() => {
      // A message is handled after the frame in which it was sent has been drawn.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        const { startTime } = performance.mark(mark)
        Reflect.get(window, mark)?.(String(startTime))
      })
      port1.start()
      port2.postMessage('drawn')
    })
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

/** Runs in the page: records for each key the ms from its press to just after the frame that shows it. */
function watchKeys(): void {
  const typed: number[] = []
  Reflect.set(window, 'typed', typed)
  document.addEventListener('input', (event) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.addEventListener(
        'message',
        () => typed.push(performance.now() - event.timeStamp),
        { once: true },
      )
      channel.port1.start()
      channel.port2.postMessage(null)
    })
  })
}
