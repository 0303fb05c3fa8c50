import { expect, onTestFinished, test } from 'vitest'
import { AcpClient, type AcpClientOptions, runAcpx } from './support/acp-client.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message, stallAfter } from './fake-model-server/replies.ts'
import type { Reply } from './fake-model-server/reply.ts'
import { describeInBrowserAlone } from './setup.ts'
import type { App } from './app.ts'

const OWN = { own: true, environment: { PHOENIX_PERMISSIONS: 'ask' } }

/** A reply that stalls in the middle of this text. */
function slow(words: string): Reply {
  return stallAfter(message([text(words, 4)]), 5)
}

describeInBrowserAlone('an editor beside the app', (scene) => {
  /** The app with no open conversation, and an editor whose agent delegates the work to the app. */
  async function both(
    given: Partial<AcpClientOptions> = {},
  ): Promise<{ app: App; dataFolder: string; client: AcpClient; sessionId: string }> {
    const host = await scene().host(OWN)
    const app = await scene().window(host)
    const { dataFolder } = host
    const client = await AcpClient.start({ dataFolder, environment: {}, ...given })
    onTestFinished(async () => {
      client.child.kill('SIGKILL')
      await client.exitCode
    })
    const { sessionId } = await client.newSession(scene().folder)
    return { app, dataFolder, client, sessionId }
  }

  test('the app shows a prompt of the editor as it runs; Stop in either ends it in both', async () => {
    const { app, client, sessionId } = await both()
    scene().model.enqueue(slow('An answer without an end'))
    const first = client.prompt(sessionId, 'From the editor')
    await app.row('From the editor').click()
    await app.questions.filter({ hasText: 'From the editor' }).waitFor()
    await app.answers.filter({ hasText: 'An ' }).waitFor()
    await app.button('Stop').click()
    expect(await first).toEqual({ stopReason: 'cancelled' })
    await app.expectStatus('Idle')
    await scene().model.waitForClose(1)

    scene().model.enqueue(slow('Another one without an end'))
    const second = client.prompt(sessionId, 'Once more')
    await app.answers.filter({ hasText: 'Another' }).waitFor()
    await client.cancel(sessionId)
    expect(await second).toEqual({ stopReason: 'cancelled' })
    await app.expectStatus('Idle')

    scene().model.enqueue(message([text('It goes on.')]))
    await app.send('From the app')
    await app.answers.filter({ hasText: 'It goes on.' }).waitFor()
    await expect.poll(() => client.said('user_message_chunk')).toBe('From the app')
    await expect.poll(() => client.said()).toContain('It goes on.')
    expect(app.complaints).toEqual([])
  })

  test('an approval that is given in one disappears in the other', async () => {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    let count = 0
    const { app, client, sessionId } = await both({
      choose: () => ((count += 1) === 1 ? null : promise),
    })
    const { model } = scene()
    model.enqueue(message([bash('echo once')]), message([text('Twice?')]))
    const first = client.prompt(sessionId, 'First')
    await expect.poll(() => client.permissionRequests.length).toBe(1)
    await app.row('First').click()
    await app.approval.filter({ hasText: 'echo once' }).waitFor()
    await app.button('Allow once').click()
    expect(await first).toEqual({ stopReason: 'end_turn' })
    expect(client.withdrawn).toBe(1)

    model.enqueue(message([bash('echo twice')]), message([text('Done.')]))
    const second = client.prompt(sessionId, 'Second')
    await app.approval.filter({ hasText: 'echo twice' }).waitFor()
    resolve('once')
    expect(await second).toEqual({ stopReason: 'end_turn' })
    await app.approval.waitFor({ state: 'detached' })
    expect(client.withdrawn).toBe(1)
    expect(app.complaints).toEqual([])
  })

  test('with acpx, an independent client: its prompt is seen live, and Stop in the app ends it there', async () => {
    const { app, dataFolder } = await both()
    scene().model.enqueue(slow('An answer without an end'))
    const said = runAcpx({ dataFolder, environment: {} }, scene().folder).catch(
      (error: { stdout?: string }) => String(error.stdout),
    )
    await app.row('Go').click()
    await app.answers.filter({ hasText: 'An ' }).waitFor()
    await app.button('Stop').click()
    expect(await said).toContain('"cancelled"')
    await app.expectStatus('Idle')
    expect(app.complaints).toEqual([])
  })
})
