import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { processesWith } from './support/processes.ts'
import { describeInBrowser } from './setup.ts'

let count = 0

describeInBrowser('after a kill', (scene) => {
  // covers REQ-BED-007.2a REQ-BED-007.2b

  test('kill -9 while a tool runs: idle, history complete, nothing left running, the next message accepted', async () => {
    const { model } = scene()
    const sleep = `sleep 1000.${process.pid}${++count}`
    model.enqueue(
      message([
        text('I will wait.'),
        bash('echo one'),
        bash(`echo two; ${sleep}`),
        bash('echo three'),
      ]),
    )
    const { app, host } = await scene().conversation({ own: true })
    await app.send('Wait long')
    await app.tool('bash').filter({ hasText: 'two' }).first().waitFor()
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
    await host.kill()
    // Left by a kill in the middle of a slow flush.
    const half = join(host.dataFolder, 'anthropic.key.0123456789ab.tmp')
    writeFileSync(half, 'sk-half')

    const again = await scene().host({ dataFolder: host.dataFolder })
    // At most five times the promised second.
    await expect.poll(() => processesWith(sleep), { timeout: 5_000 }).toEqual([])
    expect(existsSync(half)).toBe(false)
    const next = await scene().window(again)
    await next.conversations.first().click()
    await next.expectStatus('Idle')
    await next.questions.filter({ hasText: 'Wait long' }).waitFor()
    await next.answers.filter({ hasText: 'I will wait.' }).waitFor()
    expect(await next.tool('bash').count()).toBe(3)
    expect(model.requests).toHaveLength(1)

    model.enqueue(message([text('Good morning.')]))
    await next.send('Are you back?')
    await next.answers.filter({ hasText: 'Good morning.' }).waitFor()
    const sent = JSON.stringify(model.requests[1]?.body)
    expect(sent).toContain('Its effect is unknown')
    expect(sent).toContain('Not run')
    expect(model.complaints).toEqual([])
  })
})
