import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSessions } from '../src/main/adapters/imports/samples.fixture.ts'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder } from './host.ts'
import { describeInBrowserAlone } from './setup.ts'

const SAMPLES = new URL('../src/main/adapters/imports/samples/', import.meta.url).pathname

async function openImport(app: App): Promise<void> {
  await app.page.keyboard.press('Control+k')
  await app.page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await app.page.keyboard.type('import a conv')
  await app.page.keyboard.press('Enter')
  await app.page.getByRole('dialog', { name: 'Import a conversation' }).waitFor()
}

async function importFile(app: App, file: string): Promise<void> {
  await openImport(app)
  await app.page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
}

/** Saves the conversation that is shown as JSON and answers the path of the file. */
async function exportJson(app: App): Promise<string> {
  await app.chooseInMenu('Export…')
  await app.page.getByRole('radio', { name: /^JSON/ }).check()
  const download = app.page.waitForEvent('download')
  await app.page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const saved = await download
  await app.page.getByRole('dialog').getByRole('status').filter({ hasText: 'Saved as' }).waitFor()
  await app.page.keyboard.press('Escape')
  const path = join(freshFolder('export'), saved.suggestedFilename())
  await saved.saveAs(path)
  return path
}

/** What was said in an export, without ids, prices and what belongs to one place only. */
function saidIn(path: string): unknown {
  const { messages } = JSON.parse(readFileSync(path, 'utf8')) as {
    messages: { content: Record<string, unknown> }[]
  }
  const own = new Set(['usage', 'price', 'files', 'callId'])
  return messages.map(({ content }) =>
    Object.fromEntries(Object.entries(content).filter(([name]) => !own.has(name))),
  )
}

describeInBrowserAlone('importing conversations', (scene) => {
  test('a session of Claude Code is found when a person asks, imported by the keyboard, and goes on', async () => {
    const { model } = scene()
    const home = freshFolder('home')
    writeSessions(home)
    const { app } = await scene().conversation({ own: true, environment: { HOME: home } })
    await openImport(app)
    const dialog = app.page.getByRole('dialog', { name: 'Import a conversation' })
    expect(await dialog.getByRole('list').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Look for sessions' }).focus()
    await app.page.keyboard.press('Enter')
    const sessions = dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect.poll(() => sessions.count()).toBe(4)
    await app.page.keyboard.type('claude missing')
    await expect.poll(() => sessions.count()).toBe(1)
    await app.page.keyboard.press('Tab')
    await app.page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'It is not there.' }).first().waitFor()
    expect(await app.questionTexts()).toEqual([
      'What is in the missing file?',
      'What is in this folder?',
    ])
    await app.row('What is in the missing file?').waitFor()
    expect(model.requests).toHaveLength(0)
    expect(app.complaints).toEqual([])
  })

  test('files of Codex and pi are read; other files are refused with a sentence', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const strange = join(freshFolder('strange'), 'strange.json')
    writeFileSync(strange, '{"hello":"world"}')
    await importFile(app, strange)
    const dialog = app.page.getByRole('dialog', { name: 'Import a conversation' })
    await dialog.getByText('This file is no conversation that Phoenix can read').waitFor()
    await dialog.locator('input[type=file]').setInputFiles(join(SAMPLES, 'codex.jsonl'))
    await dialog.getByText('Imported. Left out: 2 notes of Codex.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await app.answers.filter({ hasText: 'It is not there.' }).waitFor()
    await importFile(app, join(SAMPLES, 'pi.jsonl'))
    await dialog.waitFor({ state: 'detached' })
    const rows = app.conversations.filter({ hasText: 'What is in this folder?' })
    await expect.poll(() => rows.count()).toBe(2)
    await app.page.getByRole('button', { name: 'Choose where it is now' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('an export of Phoenix is imported: exported again, it is the same, and it can be continued', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    model.enqueue(message([text('I look.'), bash('echo one')]), message([text('It said one.')]))
    await app.send('Say one')
    await app.answers.filter({ hasText: 'It said one.' }).waitFor()
    await app.expectStatus('Idle')
    const first = await exportJson(app)
    await importFile(app, first)
    await app.page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => app.conversations.filter({ hasText: 'Say one' }).count()).toBe(2)
    await app.answers.filter({ hasText: 'It said one.' }).waitFor()
    const second = await exportJson(app)
    expect(saidIn(second)).toEqual(saidIn(first))
    model.enqueue(message([text('Two.')]))
    await app.send('And two')
    await app.answers.filter({ hasText: 'Two.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('It said one.')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
