import Database from 'better-sqlite3'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/main/adapters/sqlite/open-database.ts'
import { createSqliteStore } from '../src/main/adapters/sqlite/store.ts'
import { append, ID, input, user } from '../src/main/runtime/fakes/contracts/store-samples.ts'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const UNREADABLE = 'Something here cannot be read by this version of Phoenix.'
const MISSING = '3 entries are missing here.'
const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' } }

/**
 * Rows as a newer Phoenix and a damaged disk would leave them. The seqs: 1 Alpha, 2 its call, 3 the result, 4 its
 * answer, 5 Beta, 6 its answer, 7 Gamma, 8 its answer.
 */
function spoil(dataFolder: string): void {
  const db = new Database(join(dataFolder, 'phoenix.db'))
  db.prepare('UPDATE packed_messages SET type = ?, content = ? WHERE seq = 3').run(
    'hologram',
    JSON.stringify({ type: 'hologram', of: 'a cat' }),
  )
  db.exec('DELETE FROM packed_messages WHERE seq BETWEEN 5 AND 7')
  db.exec(
    `UPDATE packed_events SET type = 'hologram', body = '{"input":{"type":"hologram"}}' WHERE seq = 3`,
  )
  db.exec('DELETE FROM packed_events WHERE seq = 5')
  db.close()
}

/** Another program adds a message to the only conversation, which is open here. */
function writeElsewhere(dataFolder: string): void {
  const opened = openDatabase(join(dataFolder, 'phoenix.db'))
  if (!opened.ok) throw new Error(opened.error)
  const store = createSqliteStore(opened.value, { warn: () => undefined })
  const said = { rows: [input('theirs')], messages: [user('m-theirs', 'Said elsewhere')] }
  const written = append(store, {
    conversationId: store.list()[0]?.id ?? ID,
    at: Date.now(),
    ...said,
  })
  opened.value.close()
  expect(written.ok).toBe(true)
}

function logged(dataFolder: string, words: string): number {
  const folder = join(dataFolder, 'log')
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n'),
  )
  return lines.filter((line) => line.includes(words)).length
}

async function exported(app: App): Promise<string> {
  await app.chooseInMenu('Export…')
  const dialog = app.page.getByRole('dialog')
  const download = app.page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const saved = await download
  await dialog.getByRole('status').filter({ hasText: 'Saved as' }).waitFor()
  await app.page.keyboard.press('Escape')
  return readFileSync(await saved.path(), 'utf8')
}

describeInBrowser('what a conversation cannot read', (scene) => {
  test('R29 unknown and missing entries are said in their place, and everything else works', async () => {
    const { model } = scene()
    model.enqueue(
      message([bash('echo one')]),
      message([text('First answer.')]),
      message([text('Second answer.')]),
      message([text('Third answer.')]),
    )
    const { app, host } = await scene().conversation({ own: true, ...AUTO })
    for (const [asked, answered] of [
      ['Alpha', 'First answer.'],
      ['Beta', 'Second answer.'],
      ['Gamma', 'Third answer.'],
    ] as const) {
      await app.send(asked)
      await app.answers.filter({ hasText: answered }).waitFor()
      await app.expectStatus('Idle')
    }
    await host.kill()
    spoil(host.dataFolder)

    const again = await scene().host({ dataFolder: host.dataFolder, ...AUTO })
    const shown = await scene().window(again)
    await shown.row('Alpha').click()
    await shown.page.getByText(UNREADABLE).waitFor()
    await shown.page.getByText(MISSING).waitFor()
    for (const words of ['First answer.', 'Third answer.'])
      await shown.answers.filter({ hasText: words }).waitFor()
    expect(await shown.page.getByText('Second answer.').count()).toBe(0)

    model.enqueue(message([text('Fourth answer.')]))
    await shown.send('Delta')
    await shown.answers.filter({ hasText: 'Fourth answer.' }).waitFor()
    const asked = JSON.stringify(model.requests.at(-1)?.body)
    expect(asked).toContain('Third answer.')
    expect(asked).not.toContain('hologram')
    expect(model.complaints).toEqual([])

    const markdown = await exported(shown)
    expect(markdown).toContain(`*${UNREADABLE}*`)
    expect(markdown).toContain(`*${MISSING}*`)

    await shown.page.keyboard.press('ControlOrMeta+.')
    const log = shown.page.getByRole('group', { name: 'Event log' })
    await log.getByRole('button').first().waitFor()
    await log.evaluate((box) => box.scrollTo(0, 0))
    await log.getByRole('button', { name: 'missing' }).first().waitFor()
    await shown.page.keyboard.press('ControlOrMeta+.')

    await shown.page.keyboard.press('ControlOrMeta+Shift+F')
    await shown.page.keyboard.type('"Third answer"')
    const results = shown.page.getByRole('listbox', { name: 'Results' })
    await results.getByRole('option').filter({ hasText: 'Third answer' }).first().waitFor()
    await shown.page.keyboard.press('Escape')

    await shown.button('Settings').first().click()
    await shown.page.getByRole('button', { name: 'Verify history' }).click()
    await shown.page.getByText(/1 conversation, \d+ events: 1 conversation differs/).waitFor()
    await shown.closeSettings()

    await shown.page.reload()
    await shown.page.getByText(MISSING).waitFor()
    expect(logged(host.dataFolder, 'a part of a conversation cannot be read')).toBe(2)
    expect(shown.complaints).toEqual([])
  })

  test('R29 a conversation that another program wrote to says so, and goes on from there', async () => {
    const { model, folder } = scene()
    model.enqueue(message([text('First answer.')]))
    const { app, host } = await scene().conversation({ own: true })
    await app.send('Alpha')
    await app.answers.filter({ hasText: 'First answer.' }).waitFor()
    await app.expectStatus('Idle')
    writeElsewhere(host.dataFolder)
    await app.send('Beta')
    await app.page.getByText('Another program has written to this conversation').waitFor()
    await app.row('Alpha').filter({ hasText: 'Set aside' }).waitFor()
    await app.button('Start a new one').waitFor()
    expect(model.requests).toHaveLength(1)
    expect(logged(host.dataFolder, 'another program wrote to a conversation')).toBe(1)

    model.enqueue(message([text('Elsewhere works.')]))
    await app.startConversation(folder)
    await app.send('Omega')
    await app.answers.filter({ hasText: 'Elsewhere works.' }).waitFor()

    await app.row('Alpha').click()
    await app.button('Try again').click()
    await app.questions.filter({ hasText: 'Said elsewhere' }).waitFor()
    await app.answers.filter({ hasText: 'First answer.' }).waitFor()
    expect(await app.message.inputValue()).toBe('Beta')
    model.enqueue(message([text('Second answer.')]))
    await app.button('Send').click()
    await app.answers.filter({ hasText: 'Second answer.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Said elsewhere')
    const asked = (await app.questions.allInnerTexts()).map((each) =>
      each.trim().split(/\s/).at(-1),
    )
    expect(asked).toEqual(['Alpha', 'elsewhere', 'Beta'])
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
