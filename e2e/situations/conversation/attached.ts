import sharp from 'sharp'
import { pdfOf } from '../../../src/main/adapters/images/pdf.fixture.ts'
import type { App } from '../../app.ts'
import { text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** Attachments, in the thread and in the composer. */
export const ATTACHED_SITUATIONS: readonly Situation[] = [
  { name: 'images', size: DESKTOP, colours: 'light', arrange: images },
  { name: 'large-image', size: DESKTOP, colours: 'light', arrange: largeImage },
  { name: 'large-image-dark-narrow', size: SMALL, colours: 'dark', arrange: zoomedImage },
  { name: 'files', size: DESKTOP, colours: 'light', arrange: files },
  { name: 'files-dark', size: DESKTOP, colours: 'dark', arrange: files },
  { name: 'files-narrow', size: SMALL, colours: 'light', arrange: files },
]

async function images(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.attach('login-form.png', await screenshot(640, 400))
  scene.model.enqueue(message([text('The error stands below the button, where nobody looks.')]))
  await app.send('Where would you put the error?')
  await app.answers.filter({ hasText: 'nobody looks' }).waitFor()
  await app.expectStatus('Idle')
  await app.attach('after.png', await screenshot(400, 400))
  await app.message.fill('And now?')
  return app
}

async function largeImage(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.attach('login-form.png', await screenshot(1_600, 1_000))
  await app.button('Show image login-form.png').click()
  await app.page.getByRole('dialog').getByRole('img').waitFor()
  return app
}

async function zoomedImage(scene: Scene): Promise<App> {
  const app = await largeImage(scene)
  await app.page.keyboard.press('1')
  return app
}

async function files(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const add = async (name: string, buffer: Buffer): Promise<void> => {
    await app.page.getByRole('region', { name: 'Messages', exact: true }).drop({
      files: [{ name, mimeType: '', buffer }],
    })
    const cards = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await cards.filter({ hasText: name, hasNotText: 'Preparing' }).waitFor()
  }
  await add('limits.csv', Buffer.from('name,limit\nrequests,200\n'))
  await add('plan.pdf', pdfOf(2))
  await add('trace-of-the-whole-run-2026-11-22T10-44-12.zip', Buffer.alloc(3_400_000, 1))
  scene.model.enqueue(message([text('The table has one row; the trace needs unpacking first.')]))
  await app.send('What is in these?')
  await app.answers.filter({ hasText: 'one row' }).waitFor()
  await app.expectStatus('Idle')
  await add('server.log', Buffer.from('x'.repeat(300_000)))
  await add('handbook.pdf', pdfOf(300))
  await app.attach('after.png', await screenshot(400, 400))
  await app.message.fill('And why does it stop here?')
  return app
}

/** A drawing of a program's plain window. */
async function screenshot(width: number, height: number): Promise<Buffer> {
  const fields = '<path d="M40 60h240v28H40zM40 120h240v28H40zM40 180h240v28H40z" fill="#d8dce2"/>'
  const drawn = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f4f4f2"/>${fields}</svg>`
  return sharp(Buffer.from(drawn)).png().toBuffer()
}
