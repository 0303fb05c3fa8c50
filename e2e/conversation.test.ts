import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, text, thinking } from './fake-model-server/parts.ts'
import { held, message, pingAfter, stallAfter } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('a conversation', (scene) => {
  // covers REQ-BED-002.1b REQ-BED-003.1b REQ-BED-011.2a

  test('a message is sent, the answer streams in and is shown as Markdown, its thinking is opened and closed', async () => {
    const { model } = scene()
    model.enqueue(
      message([
        thinking('Let me see', 'sig'),
        text('Use **this**:\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n', 20),
      ]),
    )
    const { app } = await scene().conversation({ own: true })
    await app.expectStatus('Idle')
    await app.send('How?')
    await app.questions.filter({ hasText: 'How?' }).waitFor()
    const answer = app.answers.last()
    await answer.locator('strong', { hasText: 'this' }).waitFor()
    await answer.locator('pre code span').first().waitFor()
    await answer.locator('table').waitFor()
    await app.expectStatus('Idle')
    const thought = app.page.getByText('Let me see')
    expect(await thought.isVisible()).toBe(false)
    await app.page.getByText('Thinking', { exact: true }).click()
    await thought.waitFor()
    await app.page.getByText('Thinking', { exact: true }).click()
    await thought.waitFor({ state: 'hidden' })
    await expect.poll(() => app.conversations.count()).toBe(1)
    expect(await app.conversations.first().textContent()).toContain('How?')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  // covers REQ-BED-004.2b REQ-BED-010.2a

  test('a tool runs in the folder, its output is shown live and goes to the model', async () => {
    const { model, folder } = scene()
    writeFileSync(join(folder, 'note.txt'), 'from the folder\n')
    model.enqueue(
      message([text('Looking.'), bash('cat note.txt; pwd; cd /; echo done > /dev/null')]),
      message([bash('pwd')]),
      message([text('All read.')]),
    )
    const { app } = await scene().conversation()
    await app.send('Read the note')
    await app.answers.filter({ hasText: 'All read.' }).waitFor()
    await app.expectStatus('Idle')
    expect(await app.tool('bash').count()).toBe(2)
    const bodies = model.requests.map((request) => JSON.stringify(request.body))
    expect(bodies[1]).toContain('from the folder')
    expect(bodies[1]).toContain(folder)
    expect(bodies[2]?.split(folder).length).toBeGreaterThan(3)
    expect(model.complaints).toEqual([])
  })

  test('R30 the status line names state, object and time: first byte, answering, tool, retry', async () => {
    const { model } = scene()
    const reply = message([text('Once upon a time there was a long answer.', 10)])
    model.enqueue(stallAfter(reply, 0))
    const { app } = await scene().conversation()
    await app.send('Wait for it')
    await app.expectStatus(/^Waiting for Claude Sonnet 5\.5, first byte, \d+ s$/)
    await app.button('Stop').click()
    model.enqueue(pingAfter(reply, 6, 50))
    await app.send('Begin')
    await app.expectStatus(/^Claude Sonnet 5\.5 is answering, [1-9] s$/)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
  })

  test('T84 text of one conversation never reaches the view of another', async () => {
    const { model, folder } = scene()
    const slow = message([text('slowly slowly '.repeat(200), 400)])
    const { release, reply } = held(slow, 20)
    model.enqueue(reply)
    const { app } = await scene().conversation()
    await app.send('slow one')
    await app.answers.filter({ hasText: 'slowly' }).waitFor()
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await app.message.waitFor()
    await app.expectStatus('Idle')
    release()
    // Comes after everything else in it.
    await app.conversations.filter({ hasText: 'slow one' }).filter({ hasText: 'Unread' }).waitFor()
    expect(await app.page.getByRole('main').getByText('slowly').count()).toBe(0)
    await app.conversations.filter({ hasText: 'slow one' }).click()
    await app.answers.filter({ hasText: 'slowly' }).waitFor()
  })
})
