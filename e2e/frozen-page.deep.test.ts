import { expect, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { held, message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'

const WORDS = Array.from({ length: 400 }, (_, index) => `word${index}`)

/** The process that draws the only page of its browser. */
async function rendererOf({ page }: App): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const info = await session?.send('SystemInfo.getProcessInfo')
  await session?.detach()
  const renderers = info?.processInfo.filter(({ type }) => type === 'renderer') ?? []
  expect(renderers).toHaveLength(1)
  return renderers[0]?.id ?? 0
}

describeInBrowserAlone('a page that is frozen', (scene) => {
  test('during an answer shows all of it, and no trouble, when it goes on', async () => {
    const { model } = scene()
    const { reply, release } = held(message([text(WORDS.join(' '), WORDS.length)]), 40)
    model.enqueue(reply)
    const { app } = await scene().conversation({ own: true })
    const { origin } = new URL(app.page.url())
    const client = await BenchClient.connectWith(origin, await app.token())
    await client.request('app.open', {})
    await app.send('Count')
    await app.answers.filter({ hasText: 'word20 ' }).waitFor()
    const rests = client.next('list.changed', ({ summary }) => summary.activity === 'idle')
    const page = await rendererOf(app)
    process.kill(page, 'SIGSTOP')
    try {
      release()
      await rests
    } finally {
      process.kill(page, 'SIGCONT')
    }
    await app.expectStatus('Idle')
    expect(await app.answers.locator('p').allTextContents()).toEqual([WORDS.join(' ')])
    model.enqueue(message([text('Second answer.')]))
    await app.send('Again')
    await app.answers.filter({ hasText: 'Second answer.' }).waitFor()
    expect(await app.alert.count()).toBe(0)
    expect(app.complaints).toEqual([])
    client.close()
  })
})
