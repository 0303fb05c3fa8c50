import Database from 'better-sqlite3'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

/** Clicks Verify history in Settings and waits for this text in its result. */
async function verify(app: App, words: RegExp): Promise<Locator> {
  await app.page.getByRole('button', { name: 'Settings', exact: true }).first().click()
  const dialog = app.page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('button', { name: 'Verify history' }).click()
  await dialog.getByText(words).waitFor()
  return dialog
}

describeInBrowser('Verify history', (scene) => {
  test('replays every log and finds it equal, also after a kill, and a change made in the file is found', async () => {
    const { model } = scene()
    model.enqueue(message([text('Look.'), bash('echo one'), bash('sleep 1000; echo two')]))
    const { app, host } = await scene().conversation({ own: true })
    await app.send('Look around')
    await app.tool('bash').filter({ hasText: 'two' }).first().waitFor()
    await app.startConversation(scene().folder)
    model.enqueue(message([text('An answer of its own.')]))
    await app.send('Another')
    await app.answers.filter({ hasText: 'An answer of its own.' }).waitFor()
    await verify(app, /^\s*2 conversations, \d+ events: all equal\.\s*$/)
    await host.kill()

    const db = new Database(join(host.dataFolder, 'phoenix.db'))
    // The newest message: the answer in the other conversation.
    db.exec(
      'UPDATE packed_messages SET at = at + 1 WHERE rowid = (SELECT max(rowid) FROM packed_messages)',
    )
    db.close()
    const again = await scene().window(await scene().host({ dataFolder: host.dataFolder }))
    const dialog = await verify(again, /2 conversations, \d+ events: 1 conversation differs/)
    const difference = dialog.getByRole('list', { name: 'Differences' }).getByRole('listitem')
    await difference.filter({ hasText: 'Another' }).waitFor()
    expect(await difference.count()).toBe(1)
  })
})
