import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NO_USAGE } from '../src/shared/models/usage.ts'
import { writeSessions } from '../src/main/adapters/imports/samples.fixture.ts'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { HeldBack } from './held-back.ts'
import { freshFolder } from './support/host.ts'
import { openFile, openImport, opened } from './open-file.ts'
import { describeInBrowserAlone } from './setup.ts'

const SAMPLES = new URL('../src/main/adapters/imports/samples/', import.meta.url).pathname

async function importFile(app: App, file: string): Promise<void> {
  await openFile(app, file)
  await opened(app).getByRole('button', { name: 'Continue here' }).click()
}

/** Saves the open conversation as JSON and returns the path of the file. */
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

/** The messages of an export, without ids, prices and other local facts. */
function saidIn(path: string): unknown {
  const { messages } = JSON.parse(readFileSync(path, 'utf8')) as {
    messages: { content: Record<string, unknown> }[]
  }
  const own = new Set(['usage', 'price', 'files', 'callId'])
  return messages.map(({ content }) =>
    Object.fromEntries(Object.entries(content).filter(([name]) => !own.has(name))),
  )
}

/** An export of many turns, as another person's Phoenix writes it. */
function exportSaying(said: { question: string; answer: string }, turns: number): string {
  const messages = Array.from({ length: 2 * turns }, (_, index) => {
    const [seq, turn] = [index + 1, Math.floor(index / 2) + 1]
    const content =
      index % 2 === 0
        ? { type: 'user', text: `${said.question} ${turn}`, attachments: [], author: 'person' }
        : {
            type: 'agent',
            blocks: [{ type: 'text', text: said.answer }],
            usage: NO_USAGE,
            turnId: `t${turn}`,
            model: 'm',
            end: 'endTurn',
          }
    return { id: `m${seq}`, seq, at: seq, content }
  })
  const head = {
    format: 'phoenix-conversation',
    version: 1,
    title: 'Handed over',
    folder: '/their/work',
  }
  return JSON.stringify({ ...head, messages })
}

describeInBrowserAlone('importing conversations', (scene) => {
  test('a session of Claude Code is found when a person asks, imported by keyboard, and continues', async () => {
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
    const inFull = await sessions.getByRole('button').getAttribute('title')
    expect(inFull).toBe('What is in the missing file?\n/home/dev/project')
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
    await openFile(app, strange)
    const dialog = app.page.getByRole('dialog', { name: 'Import a conversation' })
    await dialog.getByText('Phoenix can’t read this file').waitFor()
    await dialog.locator('input[type=file]').setInputFiles(join(SAMPLES, 'codex.jsonl'))
    await opened(app).getByText('Skipped: 2 notes of Codex.').waitFor()
    await opened(app).getByRole('button', { name: 'Continue here' }).click()
    await opened(app).waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'It is not there.' }).waitFor()
    await importFile(app, join(SAMPLES, 'pi.jsonl'))
    await opened(app).waitFor({ state: 'detached' })
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

  test("another person's file is read without a trace, its links and paths lead nowhere, and it continues only on request", async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const said = {
      question: 'Why <b>not</b>?',
      answer: 'See [this](javascript:alert(1)) in src/a.ts:3',
    }
    const file = join(freshFolder('handed'), 'handed.json')
    writeFileSync(file, exportSaying(said, 300))
    await openFile(app, file)
    const shown = opened(app)
    await shown.getByText('Read-only: nothing in it can run here. 600 messages').waitFor()
    await shown.getByText('Why <b>not</b>? 300', { exact: true }).waitFor()
    expect(await shown.locator('a').count()).toBe(0)
    expect(await shown.getByRole('button', { name: /a\.ts/ }).count()).toBe(0)
    expect(await shown.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    expect(await shown.getByText('Why <b>not</b>? 1', { exact: true }).count()).toBe(0)
    for (let page = 0; page < 2; page++)
      await shown.getByRole('button', { name: 'Show earlier messages' }).click()
    await shown.getByText('Why <b>not</b>? 1', { exact: true }).waitFor()
    await app.page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    expect(await app.conversations.filter({ hasText: 'Why' }).count()).toBe(0)
    await app.page.reload()
    await app.message.waitFor()
    expect(await app.conversations.filter({ hasText: 'Why' }).count()).toBe(0)
    expect(model.requests).toHaveLength(0)
    await importFile(app, file)
    await shown.waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'in src/a.ts:3' }).last().waitFor()
    await app.row('Handed over').waitFor()
    expect(app.complaints).toEqual([])
  })

  test('a file that is closed while it is being copied leaves the person where they are', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const line = await HeldBack.in(app)
    model.enqueue(message([text('Done.')]))
    await app.send('My own work')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    await app.expectStatus('Idle')
    const file = join(freshFolder('handed'), 'handed.json')
    writeFileSync(file, exportSaying({ question: 'Why?', answer: 'Because.' }, 1))
    // The file is forgotten after it was copied, as the page asks for it.
    line.hold('import.file', 'import.close')
    await importFile(app, file)
    await line.one()
    await app.page.keyboard.press('Escape')
    await opened(app).waitFor({ state: 'detached' })
    line.goOn()
    await app.row('Handed over').waitFor()
    model.enqueue(message([text('Still there.')]))
    await app.send('And more')
    await app.answers.filter({ hasText: 'Still there.' }).waitFor()
    expect(await app.questionTexts()).toEqual(['My own work', 'And more'])
    expect(app.complaints).toEqual([])
  })

  test('an export hides what looks like a secret, says how much, and keeps it if a person wants it', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const secret = `sk-ant-${'x1'.repeat(20)}`
    model.enqueue(message([text(`It is ${secret}.`)]))
    await app.send('What is the key?')
    await app.answers.filter({ hasText: 'It is' }).waitFor()
    await app.expectStatus('Idle')
    expect(readFileSync(await exportJson(app), 'utf8')).not.toContain(secret)
    await app.chooseInMenu('Export…')
    const dialog = app.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog.getByText('Hidden: 1 text that looks like a secret.').waitFor()
    await dialog.getByRole('checkbox', { name: /^Hide what looks/ }).uncheck()
    const download = app.page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const path = join(freshFolder('export'), 'whole.md')
    await (await download).saveAs(path)
    expect(readFileSync(path, 'utf8')).toContain(secret)
  })
})
