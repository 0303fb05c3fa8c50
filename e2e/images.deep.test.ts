import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FILE_PIECE_BYTES } from '../src/shared/messages/attachment.ts'
import { MAX_COPY_BYTES } from '../src/shared/models/image-limits.ts'
import type { App } from './app.ts'
import { isJson, type Json } from './fake-model-server/json.ts'
import { text } from './fake-model-server/parts.ts'
import { message, stallAfter } from './fake-model-server/replies.ts'
import { isFocused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

interface DroppedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

function png(width: number, height: number): Promise<Buffer> {
  const background = { r: 40, g: 90, b: 160 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Several megabytes, sent in many pieces. */
function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const create = { width, height, channels: 3, background: 'grey', noise } as const
  return sharp({ create }).jpeg().toBuffer()
}

/**
 * Delays all reads of files in the page until the returned function is called, so their preparation takes as long as a
 * test wants.
 */
async function holdFiles({ page }: App): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle(() => {
    const gate = Promise.withResolvers<void>()
    const read = Reflect.get(Blob.prototype, 'arrayBuffer')
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      await gate.promise
      return read.call(this)
    }
    return gate.resolve
  })
  return () => release.evaluate((open) => open())
}

function file(name: string, buffer: Buffer, mimeType = 'image/png'): DroppedFile {
  return { name, mimeType, buffer }
}

/** Drops files on the thread, not on the composer: the whole window accepts them. */
async function drop(app: App, ...files: readonly DroppedFile[]): Promise<void> {
  await app.page.getByRole('region', { name: 'Messages', exact: true }).drop({ files: [...files] })
}

function cards(app: App): Locator {
  return app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
}

/** The caret in the person's message. */
function caretOf(app: App): Promise<number> {
  return app.message.evaluate((field) => (field as HTMLTextAreaElement).selectionStart)
}

async function untilReady(app: App, name: string): Promise<void> {
  await app.button(`Show image ${name}`).waitFor()
}

/** The images of a request, in order. */
function imagesIn(body: Json): readonly { type: string; bytes: Buffer }[] {
  const messages = Array.isArray(body['messages']) ? body['messages'].filter(isJson) : []
  return messages.flatMap(({ content }) => {
    const blocks = Array.isArray(content) ? content.filter(isJson) : []
    return blocks.flatMap(({ type, source }) =>
      type === 'image' && isJson(source)
        ? [
            {
              type: String(source['media_type']),
              bytes: Buffer.from(String(source['data']), 'base64'),
            },
          ]
        : [],
    )
  })
}

/** False if it is scrolled out of the list that holds it. */
function isInView(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { x, y, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + 1, y + height / 2))
  })
}

/** Resolves when the browser has decoded the picture in it; fails if its bytes are invalid. */
async function untilDrawn(place: Locator): Promise<void> {
  await place.locator('img').evaluate((element) => (element as HTMLImageElement).decode())
}

describeInBrowser('images', (scene) => {
  // covers REQ-BED-013.1a REQ-BED-013.2a REQ-BED-013.2b
  test('12,000 pixels dropped: the request carries a copy within limits, the next turns stay valid', async () => {
    const { model } = scene()
    model.enqueue(message([text('A blue wall.')]), message([text('Still blue.')]))
    const { app } = await scene().conversation()
    const wall = await photo(12_000, 600)
    expect(wall.length).toBeGreaterThan(4 * FILE_PIECE_BYTES)
    await drop(app, file('wall.jpg', wall, 'image/jpeg'))
    await app.message.fill('What is this?')
    await app.button('Send').click()
    await app.answers.filter({ hasText: 'A blue wall.' }).waitFor()
    await app.expectStatus('Idle')
    await untilDrawn(app.questions.filter({ hasText: 'What is this?' }))
    expect(await cards(app).count()).toBe(0)
    await app.send('Are you sure?')
    await app.answers.filter({ hasText: 'Still blue.' }).waitFor()
    const [first, second] = model.requests.map(({ body }) => imagesIn(body))
    expect(first).toHaveLength(1)
    expect(second).toEqual(first)
    const copy = await sharp(first?.[0]?.bytes).metadata()
    expect([copy.width, copy.height]).toEqual([1568, 78])
    expect(first?.[0]?.bytes.length).toBeLessThanOrEqual(MAX_COPY_BYTES)
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('no drop is accepted while a dialog covers the conversation', async () => {
    const { app } = await scene().conversation()
    const dropped = file('cat.png', await png(30, 20))
    const opens = [
      () => app.page.keyboard.press('ControlOrMeta+/'),
      () => app.page.keyboard.press('ControlOrMeta+,'),
      () => app.chooseInMenu('System prompt…'),
    ]
    for (const open of opens) {
      await open()
      const dialog = app.page.getByRole('dialog')
      await dialog.waitFor()
      await dialog.drop({ files: [dropped] })
      await app.page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      expect(await cards(app).count()).toBe(0)
    }
    await drop(app, dropped)
    await untilReady(app, 'cat.png')
    expect(await cards(app).count()).toBe(1)
  })

  test('Send waits for an image that is being prepared, and typing cancels it', async () => {
    const { model } = scene()
    model.enqueue(message([text('Seen.')]))
    const { app } = await scene().conversation()
    const release = await holdFiles(app)
    await drop(app, file('slow.png', await png(300, 200)))
    await app.button('Send').click()
    const waiting = app.page.getByText('Waiting for a file')
    await waiting.waitFor()
    await app.message.fill('W')
    await waiting.waitFor({ state: 'detached' })
    await release()
    await untilReady(app, 'slow.png')
    expect(model.requests).toEqual([])
    await app.send('Look')
    await app.answers.filter({ hasText: 'Seen.' }).waitFor()
    expect(imagesIn(model.requests[0]?.body ?? {})).toHaveLength(1)
  })

  test('an image is pasted; it is a message without text, and titles the conversation', async () => {
    const { model } = scene()
    model.enqueue(message([text('I see it.')]))
    const { app } = await scene().conversation()
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const data = (await png(30, 20)).toString('base64')
    await app.page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
      const blob = new Blob([bytes], { type: 'image/png' })
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
    }, data)
    await app.message.press('ControlOrMeta+v')
    await untilReady(app, 'image.png')
    await app.button('Send').click()
    await app.answers.filter({ hasText: 'I see it.' }).waitFor()
    expect(imagesIn(model.requests[0]?.body ?? {}).map(({ type }) => type)).toEqual(['image/png'])
    await app.conversations.filter({ hasText: 'image.png' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('an unusable file gets a card that says why; the text stays, and Send sends the rest', async () => {
    const { model } = scene()
    model.enqueue(message([text('Fine.')]))
    const { app } = await scene().conversation()
    await app.message.fill('Look at these')
    const whole = await png(400, 300)
    const jpeg = await sharp(whole).jpeg().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await drop(
      app,
      file('empty.png', Buffer.alloc(0)),
      file('cut.png', whole.subarray(0, whole.length / 2)),
      file('drawing.svg', svg, 'image/svg+xml'),
      file('notes.png', Buffer.from('only words')),
      file('photo.png', jpeg),
    )
    await untilReady(app, 'photo.png')
    const says = (reason: string | RegExp): Promise<void> =>
      cards(app).filter({ hasText: reason }).waitFor()
    await says('empty.png is empty')
    await says('cut.png is a PNG image, but damaged or cut off.')
    await says(/drawing\.svg\s*SVG · /)
    await says(/notes\.png\s*Text · /)
    await says('Its content is a JPEG image.')
    expect(await app.message.inputValue()).toBe('Look at these')
    await app.button('Send').click()
    await app.answers.filter({ hasText: 'Fine.' }).waitFor()
    expect(imagesIn(model.requests[0]?.body ?? {}).map(({ type }) => type)).toEqual(['image/jpeg'])
    expect(await cards(app).count()).toBe(0)
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('what Send leaves behind stays in view, however many files are attached after it', async () => {
    const { app } = await scene().conversation()
    const whole = await png(40, 30)
    const many = Array.from({ length: 24 }, (_, n) => file(`${n}.png`, whole))
    await drop(app, file('cut.png', whole.subarray(0, 60)), ...many)
    await cards(app).filter({ hasText: 'cut.png is a PNG image, but damaged' }).waitFor()
    await untilReady(app, '18.png')
    for (const words of ['cut.png is a PNG image', '19.png and 4 more', 'at most 20 files'])
      expect(await isInView(cards(app).getByText(words))).toBe(true)
  })

  test('R14 text, caret and attachments of a draft survive a switch, a reload and a kill of the host', async () => {
    const { folder } = scene()
    const path = join(folder, 'cat.png')
    writeFileSync(path, await png(60, 40))
    const { app, host } = await scene().conversation({ own: true })
    const chooser = app.page.waitForEvent('filechooser')
    await app.button('Attach files').click()
    await (await chooser).setFiles(path)
    await untilReady(app, 'cat.png')
    await app.message.fill('Half a thought')
    for (let back = 0; back < 7; back++) await app.page.keyboard.press('ArrowLeft')
    await app.startConversation(folder)
    await expect.poll(() => app.message.inputValue()).toBe('')
    expect(await cards(app).count()).toBe(0)
    await app.button('New conversation').click()
    await app.unsent('Half a thought').click()
    await untilReady(app, 'cat.png')
    await expect.poll(() => caretOf(app)).toBe(7)
    await app.page.reload()
    await untilReady(app, 'cat.png')
    await expect.poll(() => caretOf(app)).toBe(7)
    await host.kill()
    const again = await scene().host({ dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.unsent('Half a thought').click()
    await untilDrawn(next.button('Show image cat.png'))
    expect(await next.message.inputValue()).toBe('Half a thought')
    await expect.poll(() => caretOf(next)).toBe(7)
    const remove = next.page.getByRole('button', {
      name: 'Remove attachment',
      description: 'cat.png',
    })
    await remove.click()
    await expect.poll(() => cards(next).count()).toBe(0)
    await next.page.reload()
    await expect.poll(() => next.message.inputValue()).toBe('Half a thought')
    expect(await cards(next).count()).toBe(0)
  })

  test('a thumbnail opens large, and Esc closes it without stopping the agent', async () => {
    const { model } = scene()
    model.enqueue(stallAfter(message([text('Nice.')]), 0))
    const { app } = await scene().conversation()
    await drop(app, file('cat.png', await png(900, 600)))
    await untilReady(app, 'cat.png')
    await app.send('Look')
    await app.expectStatus(/^Waiting for Claude Sonnet/)
    await app.page.reload()
    const thumbnail = app.questions.getByRole('button', { name: 'Show image cat.png' })
    await thumbnail.click()
    const dialog = app.page.getByRole('dialog', { name: 'Image cat.png' })
    await untilDrawn(dialog)
    await app.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => isFocused(thumbnail)).toBe(true)
    await app.expectStatus(/^Waiting for Claude Sonnet/)
    expect(app.complaints).toEqual([])
    await app.button('Stop').click()
    await app.expectStatus('Idle')
  })
})
