import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message, refusal, stallAfter } from './fake-model-server/replies.ts'
import { freshFolder, spawnHost } from './support/host.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('trouble from outside', (scene) => {
  // covers REQ-BED-006.2b
  test('without a network the retries count down visibly, then the error offers Retry', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({
      environment: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
    })
    await app.send('Hello')
    await app.alert.filter({ hasText: /could not|reach|connect/i }).waitFor()
    await app.button('Retry').waitFor()
    await app.expectStatus(/^Stopped: /)
    expect(model.requests).toHaveLength(0)
  })

  // covers REQ-BED-006.1a REQ-BED-006.1c
  test('an overloaded provider: the countdown is on the status line, and the answer arrives', async () => {
    const { model } = scene()
    const overloaded = refusal(
      529,
      { type: 'overloaded_error', message: 'busy' },
      { retryAfter: '2' },
    )
    model.enqueue(overloaded, message([text('At last.')]))
    const { app } = await scene().conversation()
    await app.send('Hello')
    await app.expectStatus(/^Retry 2 of 3 in \d+ s: overloaded$/)
    await app.answers.filter({ hasText: 'At last.' }).waitFor()
    await app.expectStatus('Idle')
  })

  test('a silence is announced with its countdown before its deadline, and the announcement ends with it', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    model.enqueue(stallAfter(message([text('Once upon a time', 10)]), 4))
    await app.send('Tell me')
    await app.expectStatus(/is answering/)
    const announced =
      /^\s*Nothing from Claude Sonnet 5\.5 for 2\d s, trying again in (?:1 m )?\d+ s/
    await app.status.filter({ hasText: announced }).waitFor({ timeout: 40_000 })
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    expect(model.requests).toHaveLength(1)
    expect(model.complaints).toEqual([])
  })

  test('a folder that vanishes under a conversation gives the model an error result', async () => {
    const { model, folder } = scene()
    const gone = join(folder, 'gone')
    mkdirSync(gone)
    // Removed during the request: a turn would not begin in a missing folder.
    model.respond(() => {
      rmSync(gone, { recursive: true, force: true })
      return null
    })
    model.enqueue(
      message([{ type: 'toolCall', name: 'bash', input: { command: 'ls' } }]),
      message([text('It is gone.')]),
    )
    const app = await scene().window(await scene().host())
    await app.startConversation(gone)
    await app.message.waitFor()
    await app.send('List it')
    await app.answers.filter({ hasText: 'It is gone.' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('an unusable data folder ends the start with one sentence', async () => {
    const blocked = join(freshFolder('blocked'), 'file')
    writeFileSync(blocked, 'I am a file')
    const host = spawnHost(join(blocked, 'data'))
    let said = ''
    host.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()))
    const [code] = (await once(host, 'exit')) as [number]
    expect(code).toBe(1)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(said).toContain(blocked)
  })

  test('a host that answers again but cannot open says so above the conversation that it left on the screen', async () => {
    scene().model.enqueue(message([text('Hello.')]))
    const { app } = await scene().conversation()
    const { page } = app
    await app.send('Say hello')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    const lines: WebSocketRoute[] = []
    const error = { code: 'internal', message: 'The list can’t be read.' }
    await page.routeWebSocket(/\/socket$/, (line) => {
      const host = line.connectToServer()
      const isFirst = lines.push(line) === 1
      line.onMessage((frame) => {
        if (isFirst || !String(frame).includes('"app.open"')) return host.send(frame)
        const { id } = JSON.parse(String(frame)) as { id: number }
        const result = { ok: false, error }
        line.send(JSON.stringify({ type: 'response', id, result }))
      })
    })
    await page.reload()
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await lines[0]?.close()
    const said = app.alert.filter({ hasText: error.message })
    await said.waitFor()
    await said.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await app.answers.count()).toBe(1)
  })
})
