import { expect, test } from 'vitest'
import { pdfOf } from '../src/main/adapters/images/pdf.fixture.ts'
import type { App } from './app.ts'
import { call, text } from './fake-model-server/parts.ts'
import { message, refusal } from './fake-model-server/replies.ts'
import { focused } from './support/focus.ts'
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

/** What the focused button removes. */
function doomed(app: App): Promise<string | undefined> {
  return app.page.evaluate(
    () => document.activeElement?.ariaDescribedByElements?.[0]?.textContent ?? undefined,
  )
}

async function drop(app: App, ...files: readonly Dropped[]): Promise<void> {
  await app.page.getByRole('region', { name: 'Messages', exact: true }).drop({ files: [...files] })
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
    await again.unsent('What is to be done?').click()
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
    await again.send('Read the file again')
    await again.answers.filter({ hasText: 'read it again' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body).split('Paint the door').length).toBe(3)
    expect(model.complaints).toEqual([])
    expect(again.complaints).toEqual([])
  })

  test('a file is removed; a folder among the files is refused with a sentence', async () => {
    const { app } = await scene().conversation()
    await drop(app, NOTES)
    const cards = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await drop(app, { ...NOTES, name: 'b.md' }, { ...NOTES, name: 'c.md' })
    const remove = app.button('Remove attachment')
    await remove.nth(2).waitFor()
    await remove.nth(1).press('Enter')
    await expect.poll(() => doomed(app)).toBe('c.md')
    await app.page.keyboard.press('Enter')
    await expect.poll(() => doomed(app)).toBe('notes.md')
    await app.page.keyboard.press('Enter')
    await expect.poll(() => focused(app)).toBe('Message')
    expect(await cards.count()).toBe(0)
    await app.looksLikeFolder('src')
    await drop(app, NOTES, { name: 'src', mimeType: '', buffer: Buffer.from('x') })
    await cards
      .filter({ hasText: 'src is a folder. Attach files from it, or type its path' })
      .waitFor()
    expect(app.complaints).toEqual([])
  })

  test('a file that was removed comes back with Ctrl+Z where it was, before the text typed before it is undone', async () => {
    const { app } = await scene().conversation()
    const { keyboard } = app.page
    const cards = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await app.message.focus()
    await keyboard.type('Read these')
    await drop(app, NOTES, { ...NOTES, name: 'b.md' })
    const remove = app.button('Remove attachment')
    await expect.poll(() => cards.filter({ hasText: 'bytes' }).count()).toBe(2)
    await remove.first().press('Enter')
    await keyboard.press('Enter')
    await expect.poll(() => cards.count()).toBe(0)
    await keyboard.type('!')
    await keyboard.press('Control+z')
    await expect.poll(() => app.message.inputValue()).toBe('Read these')
    await keyboard.press('Control+z')
    await cards.filter({ hasText: 'b.md' }).waitFor()
    await keyboard.press('Control+z')
    await cards.filter({ hasText: 'notes.md' }).waitFor()
    expect(await cards.first().textContent()).toContain('notes.md')
    expect(await app.message.inputValue()).toBe('Read these')
    scene().model.enqueue(message([text('Read.')]))
    await remove.nth(1).press('Enter')
    await app.button('Send').click()
    await app.answers.filter({ hasText: 'Read.' }).waitFor()
    await app.message.focus()
    await keyboard.press('Control+z')
    expect(await cards.count()).toBe(0)
  })

  test('a PDF goes to the model as a document in every request; one with too many pages as its text; one that its server refuses is left out', async () => {
    const { model } = scene()
    const { app, host } = await scene().conversation({ own: true })
    const plan = pdfOf(2, 'of the plan')
    await drop(app, { name: 'plan.pdf', mimeType: 'application/pdf', buffer: plan })
    const cards = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await cards.filter({ hasText: /plan\.pdf\s*PDF · 963 bytes\s*$/ }).waitFor()
    model.enqueue(message([text('I have read the plan.')]))
    await app.send('What is the plan?')
    await app.answers.filter({ hasText: 'read the plan' }).waitFor()
    const source = { type: 'base64', media_type: 'application/pdf', data: plan.toString('base64') }
    const blocks = messagesOf(model.requests.at(-1)?.body)[0]?.content
    expect(blocks?.[0]).toMatchObject({ text: expect.stringContaining('The document follows.') })
    expect(blocks?.[1]).toEqual({ type: 'document', source })
    const chips = app.page.getByRole('list', { name: 'Attached files' })
    await chips.getByText('PDF · 963 bytes').waitFor()

    await host.kill()
    const again = await scene().window(await scene().host({ dataFolder: host.dataFolder }))
    await again.conversations.last().click()
    const kept = again.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await drop(again, { name: 'book.pdf', mimeType: 'application/pdf', buffer: pdfOf(300) })
    await kept
      .filter({ hasText: '300 pages are too many for this model: the agent gets its text.' })
      .waitFor()
    model.enqueue(message([text('The book is long.')]))
    await again.send('And the book?')
    await again.answers.filter({ hasText: 'book is long' }).waitFor()
    const [first, , asked] = messagesOf(model.requests.at(-1)?.body)
    expect(first?.content.slice(0, 2)).toEqual(blocks?.slice(0, 2))
    expect(asked?.content).toHaveLength(2)
    expect(asked?.content[0]).toMatchObject({
      text: expect.stringMatching(/book\.pdf\.txt\. Its text:\]\n\[page 1 of 300\]\nPage 1\n/),
    })

    const before = model.requests.length
    model.enqueue(
      refusal(400, { type: 'invalid_request_error', message: 'Could not process PDF' }),
      message([text('Without it, then.')]),
    )
    await again.send('Go on')
    await again.answers.filter({ hasText: 'Without it' }).waitFor()
    await again.page.getByText('asked again without PDF documents').waitFor()
    expect(model.requests.length - before).toBe(2)
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(
      '[document plan.pdf left out: the model could not take it]',
    )
    expect(model.complaints).toEqual([])
    expect(again.complaints).toEqual([])
  })
})

interface Sent {
  readonly content: readonly unknown[]
}

function messagesOf(body: unknown): readonly Sent[] {
  return (body as { readonly messages: readonly Sent[] }).messages
}
