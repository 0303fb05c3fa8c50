import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

describeInBrowser('permissions changed while a command waits for approval', (scene) => {
  const made = (name: string): boolean => existsSync(join(scene().folder, name))

  test('Auto runs it at once, and the card disappears', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo yes > made')]), message([text('Made.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Make it')
    await app.approval.filter({ hasText: 'echo yes > made' }).waitFor()
    expect(made('made')).toBe(false)
    await app.permissions.selectOption('auto')
    await app.answers.filter({ hasText: 'Made.' }).waitFor()
    expect(made('made')).toBe(true)
    expect(await app.approval.count()).toBe(0)
    expect(model.complaints).toEqual([])
  })

  test('Read only, without a sandbox, refuses it, and the agent sees why', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo no > made')]), message([text('Then not.')]))
    const { app } = await scene().conversation({
      environment: { ...ASK.environment, PHOENIX_SANDBOX: 'off' },
    })
    await app.send('Make it')
    await app.approval.filter({ hasText: 'echo no > made' }).waitFor()
    await app.permissions.selectOption('readOnly')
    await app.answers.filter({ hasText: 'Then not.' }).waitFor()
    expect(made('made')).toBe(false)
    expect(JSON.stringify(model.requests[1]?.body)).toContain('this conversation is read-only')
    expect(model.complaints).toEqual([])
  })
})
