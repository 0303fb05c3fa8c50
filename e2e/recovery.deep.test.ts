import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { damagedInUse, preparing, recovering } from './situations/app/recovery.ts'
import { describeInBrowser } from './setup.ts'
import { freshFolder } from './support/host.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { openFile, opened } from './open-file.ts'

describeInBrowser('a damaged database', (scene) => {
  test('R22 a person sees the damage and what can be saved, restores it, and everything is there', async () => {
    const app = await recovering(scene())
    const { page } = app
    await page.getByRole('heading', { name: 'Phoenix found a damaged database' }).waitFor()
    await page.getByText(/The database .*phoenix\.db is damaged\. SQLite says: /).waitFor()
    await page.getByText('Restoring brings back 1 conversation with 4 messages.').waitFor()
    const download = page.waitForEvent('download')
    await app.button('Export as JSON').click()
    expect((await download).suggestedFilename()).toMatch(/^phoenix-rescued-.*\.json$/)
    await app.button('Restore').click()
    await app.answers.filter({ hasText: 'Closed.' }).waitFor()
    await app.answers.filter({ hasText: 'waits' }).waitFor()
    await app.page.getByRole('button', { name: 'Settings', exact: true }).first().click()
    const dialog = app.page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByText(/A damaged database is kept as .*phoenix\.db\.corrupt-\d+/).waitFor()
  })

  test('what can be saved is asked for again after the connection was lost before the answer', async () => {
    const { page } = await recovering(scene())
    const lines: WebSocketRoute[] = []
    await page.routeWebSocket(/\/socket$/, (line) => {
      const host = line.connectToServer()
      lines.push(line)
      line.onMessage((frame) => {
        const isHeld = lines.length === 1 && String(frame).includes('recovery.read')
        if (isHeld) void line.close()
        else host.send(frame)
      })
    })
    await page.reload()
    await expect.poll(() => lines.length).toBe(2)
    await page.getByText('Restoring brings back').waitFor()
  })

  test('damage found while Phoenix runs is examined, and the backup is restored', async () => {
    const app = await damagedInUse(scene())
    await app.button('Stop all work and check').click()
    await app.page.getByRole('heading', { name: 'Phoenix found a damaged database' }).waitFor()
    await app.page.getByText(/A part of the database could not be read or written/).waitFor()
    await app.button('Restore').click()
    await app.answers.filter({ hasText: 'waits' }).waitFor()
    await expect.poll(() => app.button('Stop all work and check').count()).toBe(0)
  })

  test('the key, the address and the permissions of the environment count after a restore too', async () => {
    const app = await damagedInUse(scene())
    await app.button('Stop all work and check').click()
    await app.button('Restore').click()
    await app.answers.filter({ hasText: 'waits' }).waitFor()
    scene().model.enqueue(message([bash('echo again')]), message([text('The same model.')]))
    await app.send('Are you the same?')
    await app.answers.filter({ hasText: 'The same model.' }).waitFor()
  })

  test('starting empty needs confirmation', async () => {
    const app = await recovering(scene())
    await app.button('Start empty…').click()
    await app.button('No').click()
    await app.button('Start empty…').click()
    await app.button('Yes, start empty').click()
    await app.page.getByText('Changes files and runs commands without asking').waitFor()
    expect(await app.conversations.count()).toBe(0)
  })

  test('what was exported before starting empty can be imported', async () => {
    const app = await recovering(scene())
    const download = app.page.waitForEvent('download')
    await app.button('Export as JSON').click()
    const file = join(freshFolder('rescued'), 'rescued.json')
    await (await download).saveAs(file)
    await app.button('Start empty…').click()
    await app.button('Yes, start empty').click()
    await app.page.getByText('Changes files and runs commands without asking').waitFor()
    await openFile(app, file)
    await opened(app).getByText('Read-only: nothing in it can run here. 4 messages').waitFor()
    // As it is where more than one conversation was saved.
    const [one] = JSON.parse(readFileSync(file, 'utf8')) as readonly object[]
    writeFileSync(file, JSON.stringify([one, { ...one, title: 'The other' }]))
    await app.page.keyboard.press('Escape')
    await openFile(app, file)
    await app.page.getByText('This file has 2 conversations.').waitFor()
    await app.button('Import all').click()
    await app.page.getByText('Imported 2 conversations.').waitFor()
    await app.row('The other').waitFor()
    expect(await app.conversations.count()).toBe(2)
  })
})

describeInBrowser('a data folder that is moved away while Phoenix runs', (scene) => {
  test('is never made again; another Phoenix begins at its path unhindered, and once it is back everything goes on', async () => {
    const dataFolder = join(freshFolder('data'), 'phoenix')
    const { app } = await scene().conversation({ dataFolder })
    scene().model.enqueue(message([text('It waits for the server.')]))
    await app.send('Why does the test hang?')
    await app.answers.filter({ hasText: 'waits' }).waitFor()
    await app.expectStatus('Idle')
    renameSync(dataFolder, `${dataFolder}-moved`)
    await app.send('Close it after each test')
    const said = app.page.getByText(
      /The data folder .* was moved or replaced while Phoenix was using it/,
    )
    await said.waitFor()
    expect(existsSync(dataFolder)).toBe(false)
    const other = await scene().host({ dataFolder })
    await app.button('Try again').click()
    await said.waitFor()
    await other.stop()
    renameSync(dataFolder, `${dataFolder}-other`)
    renameSync(`${dataFolder}-moved`, dataFolder)
    await app.button('Try again').click()
    await app.answers.filter({ hasText: 'waits' }).waitFor()
    expect(await app.conversations.count()).toBe(1)
  })
})

describeInBrowser('a large database of an older version', (scene) => {
  test('a window opens at once, shows the progress of its backup and its new format, and then the conversations', async () => {
    const { app, release } = await preparing(scene())
    await app.page.getByText('Updating the database to this version’s format: 0%').waitFor()
    release()
    await app.conversations.first().click()
    await app.answers.filter({ hasText: 'waits' }).waitFor()
  })

  test('a person who quits meanwhile finds everything at the next start', async () => {
    const { app, host, release } = await preparing(scene())
    await app.button('Quit').click()
    await app.page.getByText('Phoenix has quit. It continues at the next start.').waitFor()
    release()
    await host.stop()
    const next = await scene().window(await scene().host({ dataFolder: host.dataFolder }))
    await next.conversations.first().click()
    await next.answers.filter({ hasText: 'waits' }).waitFor()
  })
})
