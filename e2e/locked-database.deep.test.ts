import Database from 'better-sqlite3'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'

const WORDS = 'Another program holds Phoenix’s database.'
/** Longer than any of SQLite's busy timeouts in Phoenix. */
const LONG_MS = 7_000

/** Another program begins a write and does not finish it. */
function hold(dataFolder: string): Database.Database {
  const other = new Database(join(dataFolder, 'phoenix.db'))
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  return other
}

describeInBrowserAlone('another program holds the database', (scene) => {
  test('R22 a turn waits as long as it lasts, which a line says, and then continues and is saved', async () => {
    const { model } = scene()
    model.enqueue(message([bash('until test -e go; do sleep 0.05; done; echo made')]))
    model.enqueue(message([text('All is made.')]))
    const { app, host } = await scene().conversation({ own: true })
    await app.send('Make it')
    await expect.poll(() => model.requests.length).toBe(1)
    await app.expectStatus(/^Running/)
    const other = hold(host.dataFolder)
    writeFileSync(join(scene().folder, 'go'), '')
    await app.page.getByText(WORDS).waitFor()
    await setTimeout(LONG_MS)
    expect(model.requests).toHaveLength(1)
    other.close()
    await app.answers.filter({ hasText: 'All is made.' }).waitFor()
    await app.page.getByText(WORDS).waitFor({ state: 'detached' })
    await app.page.reload()
    await app.conversations.first().click()
    await app.answers.filter({ hasText: 'All is made.' }).waitFor()
  })
})
