import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

interface Dropped {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const NOTES: Dropped = {
  name: 'notes.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from('# Plan\n\nPaint the door *green*.'),
}
const ZIP: Dropped = {
  name: 'build.zip',
  mimeType: 'application/zip',
  buffer: Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(2_000)]),
}

async function drop(app: App, ...files: readonly Dropped[]): Promise<void> {
  await app.page.getByRole('region', { name: 'Thread' }).drop({ files: [...files] })
}

describeInBrowser('attached files', (scene) => {
  // covers E-04
  test('a text goes to the model, any other file as a path that tools can read; both survive a kill, and stay in the thread', async () => {
    const { model } = scene()
    const { app, host } = await scene().conversation({ own: true })
    await drop(app, NOTES, ZIP)
    const cards = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await cards.filter({ hasText: /notes\.md\s*Text · 31 bytes/ }).waitFor()
    await cards.filter({ hasText: /build\.zip\s*ZIP · 2\.0 KB/ }).waitFor()
    await app.message.fill('What is to be done?')
    await app.page.reload()
    await cards.filter({ hasText: 'build.zip' }).waitFor()
    await host.kill()
    const again = await scene().window(await scene().host({ dataFolder: host.dataFolder }))
    await again.conversations.last().click()
    const kept = again.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await kept.filter({ hasText: 'notes.md' }).waitFor()
    expect(await kept.count()).toBe(2)
    await expect.poll(() => again.message.inputValue()).toBe('What is to be done?')
    model.enqueue(message([text('Paint it.')]))
    await again.button('Send').click()
    await again.answers.filter({ hasText: 'Paint it.' }).waitFor()
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).toContain('Paint the door *green*.')
    const path = /build\.zip: application\/zip, 2\.0 KB, kept at ([^"]+?build\.zip)\./.exec(
      sent,
    )?.[1]
    expect(path).toBeDefined()
    const chips = again.page.getByRole('list', { name: 'Attached files' })
    await chips.getByText('build.zip').waitFor()
    expect(await chips.getByRole('listitem').count()).toBe(2)

    const notes = /notes\.md: text\/markdown, 31 bytes, kept at ([^"]+?notes\.md)\./.exec(sent)?.[1]
    model.enqueue(message([call('read_file', { path: notes ?? '' })]))
    model.enqueue(message([text('I have read it again.')]))
    await again.send('Read the file anew')
    await again.answers.filter({ hasText: 'read it again' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body).split('Paint the door').length).toBe(3)
    expect(model.complaints).toEqual([])
    expect(again.complaints).toEqual([])
  })

  test('a file is removed; a folder and one of more than 50 MB are refused in words', async () => {
    const { app } = await scene().conversation()
    await drop(app, NOTES)
    const cards = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await cards.filter({ hasText: 'notes.md' }).waitFor()
    await app.button('Remove attachment').click()
    expect(await cards.count()).toBe(0)
    await app.page.evaluate(() => {
      const look = Reflect.get(DataTransferItem.prototype, 'webkitGetAsEntry')
      DataTransferItem.prototype.webkitGetAsEntry = function (this: DataTransferItem) {
        const found = look.call(this)
        if (this.getAsFile()?.name !== 'src') return found
        return Object.create(found, { isDirectory: { value: true } }) as FileSystemEntry
      }
    })
    await drop(app, { name: 'src', mimeType: '', buffer: Buffer.from('x') })
    await cards
      .filter({ hasText: 'src is a folder. Attach files of it, or write its path' })
      .waitFor()
    expect(app.complaints).toEqual([])
  })
})
