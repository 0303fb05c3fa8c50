import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { edit } from '../src/main/adapters/tools/changing.fixture.ts'
import { bash, change, text } from './fake-model-server/parts.ts'
import { held, message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('returning', (scene) => {
  test('a person who returns sees what happened meanwhile, and a click leads there', async () => {
    const { model } = scene()
    writeFileSync(join(scene().folder, 'a.ts'), 'old\n')
    const environment = { PHOENIX_PERMISSIONS: 'auto' }
    const { app } = await scene().conversation({ own: true, environment })
    const { page } = app
    model.enqueue(
      message([bash('sleep 1; echo done'), change(edit('a.ts', 'old', 'new'))]),
      message([text('All of it is done.')]),
    )
    await app.send('Do it')
    await page.keyboard.press('ControlOrMeta+n')
    await app.button('Start conversation').click()
    await app.conversations.filter({ hasText: 'Do it' }).filter({ hasText: 'Idle' }).waitFor()
    await page.reload()
    const digest = page.getByRole('region', { name: 'While you were away' })
    await app.conversations.first().waitFor()
    expect(await digest.count()).toBe(0)

    await page.addInitScript(() => {
      localStorage.setItem('phoenix.leftAt', String(Date.now() - 42 * 60_000))
      // The headless browser refuses without asking.
      const answer = {
        permission: 'default',
        requestPermission: () => (answer.permission = 'granted'),
      }
      Object.assign(window, { Notification: answer })
    })
    await page.reload()
    await digest
      .filter({ hasText: '42 minutes: 1 done. Spent under $0.01, 1 file changed.' })
      .waitFor()
    await digest.getByRole('button', { name: 'Notify me next time' }).click()
    await digest.getByRole('button', { name: 'Notify me next time' }).waitFor({ state: 'detached' })
    await digest.getByRole('button', { name: 'Do it' }).click()
    await app.answers.filter({ hasText: 'All of it is done.' }).waitFor()
    expect(await digest.count()).toBe(0)
    expect(app.complaints).toEqual([])
  })

  test('an absence is reported once, not again in a window that is opened later', async ({
    skip,
  }) => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    skip(app.page.context().browser() === null, 'Electron has one window')
    const { page } = app
    const { reply, release } = held(message([text('Done.')]))
    model.enqueue(reply)
    await app.send('Do it')
    await app.expectStatus(/^Waiting/)
    await page.keyboard.press('ControlOrMeta+n')
    release()
    await app.conversations.filter({ hasText: 'Do it' }).filter({ hasText: 'Idle' }).waitFor()
    await page.evaluate(() => {
      addEventListener('pagehide', () => {
        localStorage.setItem('phoenix.leftAt', String(Date.now() - 42 * 60_000))
      })
    })
    await page.reload()
    const digest = { name: 'While you were away' }
    await page.getByRole('region', digest).filter({ hasText: '42 minutes: 1 done.' }).waitFor()
    const other = await app.secondTab()
    await other.conversations.filter({ hasText: 'Do it' }).waitFor()
    expect(await other.page.getByRole('region', digest).count()).toBe(0)
  })

  test('a finished turn shows how it spent its time', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    model.enqueue(message([bash('sleep 1.2')]), message([text('Rested.')]))
    await app.send('Rest')
    await app.answers.filter({ hasText: 'Rested.' }).waitFor()
    await app.expectStatus('Idle')
    await app.answers.last().locator('summary').filter({ hasText: 'tokens' }).click()
    const line = app.page.getByRole('img', { name: /in total: .*tools 1\.\d s/ })
    await line.waitFor()
    expect(await line.getAttribute('aria-label')).toMatch(/^\d[^:]*in total: waiting for the model/)
  })
})
