import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type { App } from '../e2e/app.ts'
import { bash, text, thinking } from '../e2e/fake-model-server/parts.ts'
import { message, refusal } from '../e2e/fake-model-server/replies.ts'
import type { Scene } from '../e2e/scene.ts'
import { describeInBrowserAlone } from '../e2e/setup.ts'
import { PAYLOADS } from './payloads.ts'

/** A way for a payload to reach the page. */
type Place = (scene: Scene, app: App, payload: string, mark: string) => Promise<unknown>

/** The model calls a command, and answers once it has the result. */
async function run(scene: Scene, app: App, command: string, mark: string): Promise<void> {
  scene.model.enqueue(message([bash(command)]), message([text(`Read ${mark}.`)]))
  await app.send('Go')
  await app.answers.filter({ hasText: `Read ${mark}.` }).waitFor()
  await app.expectStatus('Idle')
}

const PLACES: Readonly<Record<string, Place>> = {
  'an answer': async (scene, app, payload, mark) => {
    scene.model.enqueue(message([text(`${payload}\n\nRead ${mark}.`, 5)]))
    await app.send('Go')
    await app.answers.filter({ hasText: `Read ${mark}.` }).waitFor()
  },
  thinking: async (scene, app, payload, mark) => {
    scene.model.enqueue(message([thinking(payload, 'signed', 5), text(`Read ${mark}.`)]))
    await app.send('Go')
    await app.answers.filter({ hasText: `Read ${mark}.` }).waitFor()
  },
  'a command': async (scene, app, payload, mark) => {
    await run(scene, app, `true # ${payload.replaceAll('\n', ' ')}`, mark)
  },
  'what a command prints': async (scene, app, payload, mark) => {
    writeFileSync(join(scene.folder, 'printed'), payload)
    await run(scene, app, `cat printed # ${mark}`, mark)
    await app.tool('bash').last().locator('summary').first().click()
  },
  "a server's refusal": async (scene, app, payload, mark) => {
    scene.model.enqueue(
      refusal(400, { type: 'invalid_request_error', message: `${mark} ${payload}` }),
    )
    await app.send('Go')
    await app.alert.filter({ hasText: mark }).first().waitFor()
  },
  'a message of a person': async (scene, app, payload, mark) => {
    scene.model.enqueue(message([text(`Read ${mark}.`)]))
    await app.send(`${payload} `)
    await app.answers.filter({ hasText: `Read ${mark}.` }).waitFor()
  },
}

/** Records actions of the page that nobody requested. */
function watch(page: Page, origin: string): string[] {
  const done: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:'))
      done.push(`asked for ${url}`)
  })
  page.on('dialog', (dialog) => {
    done.push(`showed ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => done.push(`opened ${popup.url()}`))
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(origin)) done.push(`went to ${frame.url()}`)
  })
  return done
}

/** Brings all articles to the screen, one after the other, each with its cards open. */
async function showAll(page: Page, count: number): Promise<void> {
  const articles = page.locator('article')
  await expect
    .poll(async () => {
      await articles.first().scrollIntoViewIfNeeded()
      return articles.count()
    })
    .toBe(count)
  for (const article of await articles.all()) {
    await article.scrollIntoViewIfNeeded()
    await article.locator('.body').waitFor()
    const closed = article.locator('details:not([open]) > summary')
    while ((await closed.count()) > 0) await closed.first().click()
  }
}

/**
 * Tried: 43 payloads, from scripts to remote images, from six sources that can reach the page, shown and loaded again
 * from the disk: 258. Holds: no script runs, no dialog appears, and no request goes to any server but the page's own.
 */
describeInBrowserAlone('row 28: text from a model, a command, a server and a person', (scene) => {
  test.for(Object.entries(PLACES))('%s', { timeout: 600_000 }, async ([place, say]) => {
    expect(PAYLOADS.length * Object.keys(PLACES).length).toBeGreaterThanOrEqual(250)
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const leak = `http://127.0.0.1:${address.port}`
    const { app } = await scene().conversation()
    const { page } = app
    page.setDefaultTimeout(60_000)
    const done = watch(page, new URL(page.url()).origin)
    for (const [index, payload] of PAYLOADS.entries()) {
      const mark = `p${index}x`
      await say(scene(), app, payload(mark, leak), `${place.replaceAll(/\W/g, '')}-${mark}`)
    }
    const articles = await page.locator('article').count()
    // A reload forgets it.
    expect(await page.evaluate('window.ran ?? ""')).toBe('')
    await page.reload()
    await app.questions.last().waitFor()
    await showAll(page, articles)
    expect(await page.evaluate('window.ran ?? ""')).toBe('')
    expect({ asked, done, complaints: complaintsOf(app) }).toEqual({
      asked: [],
      done: [],
      complaints: [],
    })
  })
})

/** A policy that had to step in reports it on the console: the page itself must not even try. */
function complaintsOf({ complaints }: App): readonly string[] {
  return complaints.filter((each) => /policy|refused to/i.test(each))
}
