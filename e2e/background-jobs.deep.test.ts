import { expect, test } from 'vitest'
import { background, backgroundOutput, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { processesWith } from './support/processes.ts'
import { describeInBrowser } from './setup.ts'
import { withOrphans } from './support/orphan-process.ts'

let count = 0
/** A command that no other process on the machine runs. */
const uniqueSleep = (): string => `sleep 2000.${process.pid}${++count}`
const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }
const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' } }

describeInBrowser('background jobs', (scene) => {
  test('a server keeps running while the conversation rests and is shown, also after a reload; Esc leaves it, Stop asks and names it, the card shows how it ended', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    model.enqueue(
      message([background(`echo listening; (setsid ${sleep} &); ${sleep}`)]),
      message([text('It listens.')]),
    )
    const { app } = await scene().conversation(AUTO)
    await app.send('Start the server')
    await app.answers.filter({ hasText: 'It listens.' }).waitFor()
    await app.expectStatus('Idle')
    const card = app.tool('bash_background')
    await card.filter({ hasText: /job 1: running, \d+ s/ }).waitFor()
    await app.conversations.first().filter({ hasText: '1 job' }).waitFor()
    await app.jobs.filter({ hasText: /1 background job:\s+echo listening/ }).waitFor()
    await app.page.reload()
    await app.expectStatus('Idle')
    await app.jobs.filter({ hasText: /1 background job:\s+echo listening/ }).waitFor()
    await app.jobs.locator('summary').click()
    await app.jobs.getByRole('listitem').filter({ hasText: 'Running' }).waitFor()
    expect(processesWith(sleep).length).toBeGreaterThan(1)
    await app.message.press('Escape')
    await app.button('Stop').click()
    await app.endingJobs.getByRole('listitem').filter({ hasText: sleep }).waitFor()
    await app.button('Keep running').click()
    await app.endingJobs.waitFor({ state: 'detached' })
    await card.filter({ hasText: 'job 1: running' }).waitFor()
    expect(processesWith(sleep).length).toBeGreaterThan(1)
    await app.button('Stop').click()
    await app.button('End job').click()
    await app.jobs.waitFor({ state: 'detached' })
    await expect.poll(() => processesWith(sleep), { timeout: 500 }).toEqual([])
    expect(await app.button('Stop').isDisabled()).toBe(true)
    await card.filter({ hasText: 'job 1: ended by you, after' }).waitFor()
    await app.conversations.first().filter({ hasText: 'Idle' }).waitFor()
    await app.page.reload()
    await card.filter({ hasText: 'job 1: ended by you, after' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('the model asks for new output, and sees that the user ended one job and that another crashed', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    model.enqueue(
      message([background(`echo up; ${sleep}`), background('sleep 1.2; echo crashed >&2; exit 4')]),
      message([text('Both are up.')]),
    )
    const { app } = await scene().conversation(AUTO)
    await app.send('Start both')
    await app.answers.filter({ hasText: 'Both are up.' }).waitFor()
    await app.jobs.locator('summary').click()
    const server = app.jobs.getByRole('listitem').filter({ hasText: 'echo up' })
    const other = app.jobs.getByRole('listitem').filter({ hasText: 'exit 4' })
    await other.getByText('Ended: exit 4').waitFor()
    await server.getByRole('button', { name: 'End process' }).click()
    await server.waitFor({ state: 'detached' })
    expect(processesWith(sleep)).toEqual([])
    model.enqueue(message([backgroundOutput(2)]), message([text('I see.')]))
    await app.send('And?')
    await app.answers.filter({ hasText: 'I see.' }).waitFor()
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).toContain('crashed\\njob 2: exit 4')
    expect(sent).toContain(': ended by the user')
    await app.jobs.waitFor({ state: 'detached' })
    expect(model.complaints).toEqual([])
  })

  test('Stop during a turn ends the turn and no job; kill -9 and the next start leave none, and card and list say that it was cut off', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    model.enqueue(message([background(sleep)]), message([backgroundOutput(1, 60)]))
    const { app, host } = await scene().conversation({ ...AUTO, own: true })
    await app.send('Start it and wait')
    await app.tool('bash_background').filter({ hasText: 'output job 1' }).waitFor()
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await app.page.getByText('You stopped this turn. Everything done until then').waitFor()
    await app.jobs.filter({ hasText: '1 background job' }).waitFor()
    expect(processesWith(sleep).length).toBeGreaterThan(0)
    await host.kill()
    const again = await scene().host({ dataFolder: host.dataFolder })
    await expect.poll(() => processesWith(sleep), { timeout: 1_000 }).toEqual([])
    const next = await scene().window(again)
    await next.conversations.first().click()
    await next.expectStatus('Idle')
    await next.tool('bash_background').filter({ hasText: 'job 1: cut off' }).waitFor()
    await next.jobs.filter({ hasText: 'cut off when Phoenix stopped' }).locator('summary').click()
    await next.button('Remove').click()
    await next.jobs.waitFor({ state: 'detached' })
    await next.tool('bash_background').filter({ hasText: 'job 1: no longer running' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('a start needs approval in Ask, and shows its command', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    model.enqueue(message([background(sleep)]), message([text('Then not.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Start it')
    await app.approval.filter({ hasText: sleep }).waitFor()
    expect(processesWith(sleep)).toEqual([])
    await app.button('Deny').click()
    await app.answers.filter({ hasText: 'Then not.' }).waitFor()
    expect(await app.jobs.count()).toBe(0)
  })

  test('surviving processes are shown, each once, with End process, and Stop tries again too', async () => {
    const { model } = scene()
    model.enqueue(message([text('Done.')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('Copy the disk')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    expect(await app.button('Stop').isDisabled()).toBe(true)
    const asked = await withOrphans(app)
    await app.page.getByText('process 4711').waitFor()
    await app.page.getByText('process 4712').waitFor()
    await app.expectStatus('Idle')
    await app.button('End process').first().click()
    await expect.poll(() => asked.ended).toEqual(['stuck'])
    await app.button('Stop').click()
    await expect.poll(() => asked.ended).toEqual(['stuck', 'stuck'])
    expect(app.complaints).toEqual([])
  })
})
