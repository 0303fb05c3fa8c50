import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message, refusal } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const TOO_LONG = refusal(400, {
  type: 'invalid_request_error',
  message: 'prompt is too long: 1000001 tokens > 1000000 maximum',
})

describeInBrowser('a conversation continued in a fork', (scene) => {
  test('Fork with summary leads out of one that is too long, with a link in each to the other', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    model.enqueue(TOO_LONG)
    await app.send('Mend the door')
    await app.alert.filter({ hasText: 'too long' }).waitFor()
    await app.alert.getByRole('button', { name: 'Fork with summary' }).click()
    const forks = app.page.getByRole('navigation', { name: 'Forks' })
    await forks.getByText('Forked from').waitFor()
    expect(model.requests).toHaveLength(1)
    model.enqueue(message([text('It hangs again.')]))
    await app.send('Go on')
    await app.answers.filter({ hasText: 'It hangs again.' }).waitFor()
    expect(JSON.stringify(model.requests[1]?.body)).toContain('Mend the door')
    await forks.getByRole('link', { name: 'Mend the door' }).click()
    await app.alert.filter({ hasText: 'too long' }).waitFor()
    await forks.getByText('Continues in').waitFor()
    await app.page.reload()
    await forks.getByRole('link', { name: 'Fork: Mend the door' }).click()
    await app.answers.filter({ hasText: 'It hangs again.' }).waitFor()
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('Fork from here, with the keyboard, copies everything up to a message into a new conversation', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    model.enqueue(message([text('It hangs again.')]), message([text('Closed.')]))
    await app.send('Mend the door')
    await app.answers.filter({ hasText: 'It hangs again.' }).waitFor()
    await app.send('And the window?')
    await app.answers.filter({ hasText: 'Closed.' }).waitFor()
    const answer = app.page.getByRole('article', { name: 'Agent' }).first()
    await answer.getByRole('button', { name: 'More actions' }).focus()
    await app.page.keyboard.press('Enter')
    // The menu opens with its first item in focus.
    await app.page.locator('button:focus', { hasText: 'Fork from here' }).waitFor()
    await app.page.keyboard.press('Enter')
    await app.page.getByText('Forked from').waitFor()
    await app.answers.filter({ hasText: 'It hangs again.' }).waitFor()
    expect(await app.answers.filter({ hasText: 'Closed.' }).count()).toBe(0)
    model.enqueue(message([text('Tight.')]))
    await app.send('And the roof?')
    await app.answers.filter({ hasText: 'Tight.' }).waitFor()
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).toContain('It hangs again.')
    expect(sent).not.toContain('window')
    await app.page.reload()
    await app.answers.filter({ hasText: 'Tight.' }).waitFor()
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('Fork from here at a tool call copies everything up to its result, and Continue continues from there', async () => {
    const { model } = scene()
    const environment = { PHOENIX_PERMISSIONS: 'auto' }
    const { app } = await scene().conversation({ environment })
    model.enqueue(
      message([bash('echo first')]),
      message([bash('echo second')]),
      message([text('Both are said.')]),
    )
    await app.send('Say both')
    await app.answers.filter({ hasText: 'Both are said.' }).waitFor()
    await app.expectStatus('Idle')
    const call = app.tool('bash').filter({ hasText: 'echo first' })
    await app.openCard(call)
    await call.getByRole('button', { name: 'More actions' }).click()
    await app.button('Fork from here').click()
    await app.page.getByText('Forked from').waitFor()
    await call.waitFor()
    expect(await app.tool('bash').count()).toBe(1)
    model.enqueue(message([text('One is enough.')]))
    await app.button('Continue').click()
    await app.answers.filter({ hasText: 'One is enough.' }).waitFor()
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).toContain('echo first')
    expect(sent).not.toContain('echo second')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
