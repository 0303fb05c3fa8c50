import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { byConversation } from './fake-model-server/by-conversation.ts'
import { bash, spawn, submit, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' } }
const LIMITS = {
  'Requests per turn': '200',
  'Tool calls per turn': '1,000',
  'Sub-agents per turn': '100',
  'Tokens per turn': '50,000,000',
  'Requests per sub-agent': '50',
  'Minutes of work per turn': '120',
}

async function setLimit(app: App, label: keyof typeof LIMITS, limit: string): Promise<void> {
  await app.button('Settings').click()
  await app.page.getByLabel(label).fill(limit)
  await app.closeSettings()
}

/** The message of a turn that stopped at this limit; Continue is offered. */
async function expectStopped(app: App, limit: string): Promise<void> {
  await app.page.getByText(`Stopped at the limit of ${limit} in one turn.`).waitFor()
  await app.button('Continue').waitFor()
}

describeInBrowser('limits of a turn', (scene) => {
  test('R19 a third equal call asks, even one for sub-agents; turns stop at the limits on calls, sub-agents and tokens that the settings show and set', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ ...AUTO, own: true })
    await app.button('Settings').click()
    for (const [label, limit] of Object.entries(LIMITS)) {
      expect(await app.page.getByLabel(label).inputValue()).toBe(limit)
    }
    await app.page.keyboard.press('Escape')

    const same = message([bash('echo same')])
    model.enqueue(same, same, same)
    await app.send('Go in circles')
    await app.approval.filter({ hasText: 'going in circles' }).waitFor()
    model.enqueue(message([text('I stop.')]))
    await app.button('Deny').click()
    await app.answers.filter({ hasText: 'I stop.' }).waitFor()

    await setLimit(app, 'Tool calls per turn', '2')
    model.enqueue(message([bash('echo one'), bash('echo two'), bash('echo three')]))
    await app.send('Do much')
    await expectStopped(app, '2 tool calls')
    expect(await app.tool('bash').filter({ hasText: 'echo three' }).innerText()).toContain(
      'Not run',
    )
    model.enqueue(message([bash('echo three')]), message([text('All three.')]))
    await app.button('Continue').click()
    await app.answers.filter({ hasText: 'All three.' }).waitFor()
    await app.expectStatus('Idle')

    await setLimit(app, 'Sub-agents per turn', '1')
    const looked = message([submit('Nothing.')])
    model.respond(byConversation({ Look: [looked, looked, looked] }))
    const delegate = message([spawn('Look')])
    model.enqueue(message([spawn('Look', 'Count')]), delegate, message([text('One looked.')]))
    await app.send('Give it out')
    await app.answers.filter({ hasText: 'One looked.' }).waitFor()
    const asked = model.requests.map(({ body }) => JSON.stringify(body)).join('\n')
    expect(asked).toContain('one turn can start at most 1 sub-agent, and 1 can still start')
    await setLimit(app, 'Tool calls per turn', '1000')
    await setLimit(app, 'Sub-agents per turn', '100')
    model.enqueue(delegate, delegate, delegate)
    await app.send('And again')
    await app.approval.filter({ hasText: 'going in circles' }).waitFor()
    model.enqueue(message([text('It finds nothing.')]))
    await app.button('Deny').click()
    await app.answers.filter({ hasText: 'It finds nothing.' }).waitFor()

    await setLimit(app, 'Tokens per turn', '10000')
    model.enqueue(
      message([bash('echo last')], { usage: { input_tokens: 9_000, output_tokens: 1_000 } }),
    )
    await app.send('Spend')
    await expectStopped(app, '10,000 tokens')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('R19 a turn that has used its time limit asks; Continue gives it the same time again, and without an answer it stops', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ ...AUTO, own: true })
    await setLimit(app, 'Minutes of work per turn', '0.1')
    model.enqueue(message([bash('sleep 300')]))
    await app.send('Take your time')
    const question = app.page.getByRole('alert')
    await question.filter({ hasText: 'This turn has worked for 6 seconds.' }).waitFor()
    expect(await question.innerText()).toMatch(/Without an answer it stops in \d s/)
    await app.page.getByText('Needs you').first().waitFor()
    await app.button('Continue for another 6 seconds').click()
    await question.waitFor({ state: 'detached' })
    expect(await app.tool('bash').innerText()).toContain('sleep 300')

    await question.filter({ hasText: 'This turn has worked for 12 seconds.' }).waitFor()
    await app.page
      .getByText('Stopped: this turn had worked for 12 seconds, and nobody chose to continue it.')
      .waitFor()
    await app.page.getByText('This turn reached one of its limits. Everything done').waitFor()
    expect(await question.count()).toBe(0)
    expect(await app.tool('bash').innerText()).toContain('Cancelled')
    await app.expectStatus('Idle')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('a limit outside its bounds is not saved', async () => {
    const { app } = await scene().conversation(AUTO)
    await app.button('Settings').click()
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    const field = settings.getByLabel('Tokens per turn')
    await field.fill('9999')
    // The message is visible before Settings close.
    await app.page.keyboard.press('Escape')
    await settings.getByText('Enter a whole number from 10,000 to 1,000,000,000.').waitFor()
    expect(await field.inputValue()).toBe('9999')
    await app.page.keyboard.press('Escape')
    await settings.waitFor({ state: 'hidden' })
    await app.page.reload()
    await app.button('Settings').click()
    await settings.getByText('Your unsaved changes are still here.').waitFor()
    await app.button('Discard').click()
    await expect.poll(() => field.inputValue()).toBe('50,000,000')
  })
})
