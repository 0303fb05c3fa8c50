import type { WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { VERSION } from '../src/shared/version.ts'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'

/** From its next connection on, the window's host is of this version. */
async function replaceHost({ page }: App, version: string): Promise<void> {
  const lines: WebSocketRoute[] = []
  let is = VERSION
  await page.routeWebSocket(
    () => true,
    (line) => {
      lines.push(line)
      const host = line.connectToServer()
      host.onMessage((frame) =>
        line.send(String(frame).replace(`"version":"${VERSION}"`, `"version":"${is}"`)),
      )
    },
  )
  await page.reload()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  is = version
  for (const line of lines) await line.close()
}

describeInBrowserAlone('a window whose host was replaced by a newer version', (scene) => {
  test('says so, keeps the text over the reload, and what it can no longer load ends with a sentence', async () => {
    scene().model.enqueue(message([text('An answer.')]))
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    await app.send('A question')
    await app.answers.filter({ hasText: 'An answer.' }).waitFor()
    await app.expectStatus('Idle')
    await replaceHost(app, '9.9.9')
    const said = app.alert.filter({ hasText: 'Phoenix 9.9.9 is running' })
    await said.waitFor()
    await app.message.fill('Half a thought')

    // The new version has other files.
    await page.route(/\/assets\/(xterm|export-yaml)/, (route) => route.fulfill({ status: 404 }))
    await app.button('More').click()
    await page.getByRole('button', { name: /^Export/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Export conversation' })
    await dialog.getByText('YAML').click()
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog.getByText(/^This part of Phoenix could not be loaded/).waitFor()
    expect(await dialog.getByRole('button', { name: 'Export', exact: true }).isEnabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await app.button('Terminal').click()
    await app.alert.filter({ hasText: 'This part of Phoenix could not be loaded' }).waitFor()

    await page.unrouteAll()
    await said.getByRole('button', { name: 'Reload' }).press('Enter')
    await expect.poll(() => app.message.inputValue()).toBe('Half a thought')
  })
})
