import { test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('a host that is frozen', (scene) => {
  test('is reported while it does not answer, and what was done meanwhile takes effect', async () => {
    const { model } = scene()
    model.enqueue(message([text('First answer.')]))
    const { app, host } = await scene().conversation({ own: true })
    await app.send('First')
    await app.answers.filter({ hasText: 'First answer.' }).waitFor()
    await app.expectStatus('Idle')
    model.enqueue(message([text('Second answer.')]))
    process.kill(host.pid, 'SIGSTOP')
    try {
      await app.send('Second')
      const silent = app.page.getByRole('alert').filter({ hasText: 'Phoenix isn’t answering' })
      await silent.waitFor()
      await silent.filter({ hasText: /No answer for \d+ s\./ }).waitFor()
      process.kill(host.pid, 'SIGCONT')
      await silent.waitFor({ state: 'detached' })
    } finally {
      process.kill(host.pid, 'SIGCONT')
    }
    await app.answers.filter({ hasText: 'Second answer.' }).waitFor()
  })
})
