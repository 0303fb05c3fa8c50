import { expect, test } from 'vitest'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' } }

function list(...statuses: readonly string[]) {
  const todos = statuses.map((status, index) => ({ content: `task ${index + 1}`, status }))
  return call('todo_write', { todos })
}

describeInBrowser('tasks of the agent', (scene) => {
  test('are shown while some are open, survive a reload, and disappear when all are done', async () => {
    const { model } = scene()
    model.enqueue(
      message([list('in_progress', 'pending')]),
      message([text('More?')]),
      message([list('completed', 'in_progress'), bash('true')]),
      message([list('completed', 'completed')]),
      message([text('Done.')]),
    )
    const { app } = await scene().conversation(AUTO)
    const tasks = app.page.locator('details', { hasText: 'Tasks:' })
    await app.send('Begin')
    await app.answers.filter({ hasText: 'More?' }).waitFor()
    expect(await tasks.locator('summary').innerText()).toContain('0 of 2 done')
    await app.page.reload()
    await tasks.locator('summary').click()
    expect(await tasks.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/task 1\s*\(in progress\)/),
      expect.stringMatching(/task 2\s*\(to do\)/),
    ])
    await app.send('Go on')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    await app.expectStatus('Idle')
    await tasks.waitFor({ state: 'detached' })
    expect(model.complaints).toEqual([])
  })
})
