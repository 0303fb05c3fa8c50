import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' } }

describeInBrowser('the inspector', (scene) => {
  test('it shows the state and the log; each event shows the conversation as it was, and is forked from', async () => {
    const { model } = scene()
    const { app } = await scene().conversation(AUTO)
    model.enqueue(message([bash('echo hi')]), message([text('Said hi.')]))
    await app.send('Say hi')
    await app.answers.filter({ hasText: 'Said hi.' }).waitFor()
    await app.expectStatus('Idle')
    await app.page.keyboard.press('ControlOrMeta+.')
    const panel = app.page.getByRole('complementary', { name: 'Inspector' })
    await panel.getByRole('img', { name: 'States of the machine. Now: idle' }).waitFor()
    const log = panel.getByRole('group', { name: 'Event log' })
    await log.getByRole('button', { name: 'llmResponded' }).first().waitFor()
    const started = log.getByRole('button', { name: 'toolStarted' })
    await started.press('Enter')
    const then = app.page.getByRole('region', { name: 'Thread as it was' })
    await panel.getByRole('img', { name: /Now: toolExecuting/ }).waitFor()
    await then.getByText('Say hi').waitFor()
    expect(await then.getByText('Said hi.').count()).toBe(0)
    const slider = panel.getByRole('slider', { name: 'Event' })
    await slider.press('End')
    await then.getByText('Said hi.').waitFor()
    await slider.press('Home')
    await then.getByText('Nothing had been said yet.').waitFor()
    await started.click()
    await panel.getByRole('img', { name: /Now: toolExecuting/ }).waitFor()
    await app.button('Fork from here').click()
    await app.page.getByText('Forked from').waitFor()
    await app.page.getByText('This has not been answered yet.').waitFor()
    model.enqueue(message([text('Went on.')]))
    await app.button('Continue').click()
    await app.answers.filter({ hasText: 'Went on.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Its effect is unknown')
    await app.page.keyboard.press('ControlOrMeta+.')
    await panel.waitFor({ state: 'detached' })
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
