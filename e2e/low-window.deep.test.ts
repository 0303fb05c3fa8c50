import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { NO_SANDBOX } from './support/unique-sleep.ts'

async function heightOf(at: Locator): Promise<number> {
  return (await at.boundingBox())?.height ?? 0
}

/** How much of it can be seen. */
function shareInView(at: Locator): Promise<number> {
  return at.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect()
          resolve(entry?.intersectionRatio ?? 0)
        })
        observer.observe(element)
      }),
  )
}

describeInBrowser('a low window', (scene) => {
  test('with a zoom of 400 %, the answer and the call that asks can be read, and answered', async () => {
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'ask' } })
    const { page } = app
    const seen = (): Promise<number> => heightOf(page.getByRole('region', { name: 'Messages' }))
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await seen()).toBeGreaterThan(80)
    scene().model.enqueue(message([bash('echo ok')]), message([text('An answer.')]))
    await app.send('A question')
    await app.approval.waitFor()
    expect(await heightOf(app.approval)).toBeGreaterThan(80)
    await app.button('Allow once').click()
    await app.answers.getByText('An answer.').waitFor()
    await app.expectStatus('Idle')
    expect(await seen()).toBeGreaterThan(80)
  })

  test('without a sandbox, which a badge says, Stop and Send are still in view', async () => {
    const { app } = await scene().conversation({ own: true, environment: NO_SANDBOX })
    await app.page.setViewportSize({ width: 320, height: 400 })
    await app.button('Not sandboxed').waitFor()
    for (const name of ['Stop', 'Send']) {
      const share = (): Promise<number> => shareInView(app.button(name))
      await expect.poll(share, { message: name }).toBe(1)
    }
  })

  test('next to another pane, all that answers a question is in view', async () => {
    const { app } = await scene().conversation({
      own: true,
      environment: { PHOENIX_PERMISSIONS: 'ask' },
    })
    const { page } = app
    await page.setViewportSize({ width: 960, height: 400 })
    scene().model.enqueue(message([bash('npm test -- --reporter dot')]))
    await app.send('A question')
    await app.approval.waitFor()
    await page.keyboard.press('ControlOrMeta+d')
    await page.getByRole('region', { name: 'Right pane' }).waitFor()
    for (const name of ['Allow once', 'Always allow here', 'Edit…', 'Deny', 'Stop', 'Send']) {
      const share = (): Promise<number> => shareInView(app.button(name).first())
      await expect.poll(share, { message: name }).toBe(1)
    }
  })

  test('what Tab leads to in Settings stands above its buttons', async () => {
    const { app } = await scene().conversation()
    const { page } = app
    await page.setViewportSize({ width: 900, height: 400 })
    await app.button('Settings').click()
    const close = await app.button('Close').boundingBox()
    const covered: string[] = []
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate(() => {
        const { bottom, left } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
        return { bottom, left, name: document.activeElement?.outerHTML.slice(0, 90) ?? '' }
      })
      if (at.name.includes('primary')) break
      if (at.left > 300 && at.bottom > (close?.y ?? 0)) covered.push(at.name)
    }
    expect(covered).toEqual([])
  })
})
