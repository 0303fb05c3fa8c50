import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message, pingAfter, SILENCE } from './fake-model-server/replies.ts'
import { processesWith } from './support/processes.ts'
import { describeInBrowser } from './setup.ts'
import { stopAndWaitFor } from './support/stop-and-wait.ts'

let count = 0
/** A command that no other process on the machine runs. */
const uniqueSleep = (): string => `sleep 1000.${process.pid}${++count}`

describeInBrowser('Stop', (scene) => {
  // covers REQ-BED-005.1a REQ-BED-005.1c
  test('R5 while the answer streams: the request is cut, the question stays, the partial answer is greyed until the next message, which is accepted at once', async () => {
    const { model } = scene()
    model.enqueue(pingAfter(message([text('A beginning without an end', 4)]), 5, 50))
    const { app } = await scene().conversation()
    await app.send('Talk')
    await app.answers.filter({ hasText: 'A beginning' }).waitFor()
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await model.waitForClose(1)
    expect(await app.questions.filter({ hasText: 'Talk' }).count()).toBe(1)
    const half = app.page.getByText('A beginning')
    expect(await half.count()).toBe(1)
    expect(await app.message.isEditable()).toBe(true)
    model.enqueue(message([text('Now then.')]))
    await app.send('Again')
    await half.waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'Now then.' }).waitFor()
    expect(await app.questions.count()).toBe(2)
    expect(JSON.stringify(model.requests[1]?.body)).not.toContain('A beginning')
    expect(model.complaints).toEqual([])
  })

  // covers REQ-BED-005.1a REQ-BED-005.1b
  test('while nothing arrives at all, with Escape', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    await app.send('Hello?')
    await model.waitForRequest(1)
    await app.expectStatus(/^Waiting/)
    await app.page.keyboard.press('Escape')
    await app.expectStatus('Idle')
    await model.waitForClose(1)
  })

  // covers REQ-BED-005.2b REQ-BED-005.2c
  test('while a command runs: none of its processes is left, and the model gets a result that says so', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    model.enqueue(message([bash(`echo begun; (setsid ${sleep} &); ${sleep} & ${sleep}`)]))
    const { app } = await scene().conversation()
    await app.send('Run for long')
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(2)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await expect.poll(() => processesWith(sleep), { timeout: 500 }).toEqual([])
    model.enqueue(message([text('I see.')]))
    await app.send('What happened?')
    await app.answers.filter({ hasText: 'I see.' }).waitFor()
    expect(JSON.stringify(model.requests[1]?.body)).toContain('Cancelled by user')
    expect(model.complaints).toEqual([])
  })

  // covers REQ-BED-005.2b REQ-BED-005.2c REQ-BED-005.2d REQ-BED-005.4a
  test('T05 Stop during a tool: the tree dead, a result for each call in request order', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    model.enqueue(
      message([
        bash('echo first'),
        bash(`echo begun; (setsid ${sleep} &); ${sleep}`),
        bash('echo third'),
      ]),
    )
    const { app } = await scene().conversation()
    await app.send('Three commands')
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(1)
    await app.button('Stop').click()
    await expect.poll(() => processesWith(sleep), { timeout: 500 }).toEqual([])
    await app.expectStatus('Idle')
    model.enqueue(message([text('I see.')]))
    await app.send('And?')
    await app.answers.filter({ hasText: 'I see.' }).waitFor()
    const sent = JSON.stringify(model.requests[1]?.body)
    const places = ['first\\n', 'Cancelled by user', 'Skipped due to cancellation'].map((said) =>
      sent.indexOf(said),
    )
    expect(places.toSorted((a, b) => a - b)).toEqual(places)
    expect(places[0]).toBeGreaterThan(0)
    expect(model.complaints).toEqual([])
  })

  // covers REQ-BED-005.2b
  test('a command that ignores SIGTERM is ended anyway', async () => {
    const { model } = scene()
    const sleep = uniqueSleep()
    model.enqueue(message([bash(`trap '' TERM; echo begun; while true; do ${sleep}; done`)]))
    const { app } = await scene().conversation()
    await app.send('Be stubborn')
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(1)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await expect.poll(() => processesWith(sleep), { timeout: 500 }).toEqual([])
  })

  // The promise's own limits, on an idle machine.
  // covers REQ-BED-005.1b
  test('Stop is shown within 100 ms of the click in 19 of 20 stops, and never after 500 ms', async () => {
    scene().model.respond(() => SILENCE)
    const { app } = await scene().conversation()
    await expectQuickStops(app, async (stop) => {
      await app.send(`Message ${stop}`)
      await app.expectStatus(/^Waiting/)
    })
  })

  // covers REQ-BED-005.1b
  test('T05 the same while a command runs', async () => {
    let sleep = ''
    scene().model.respond(() => message([bash(sleep)]))
    const { app } = await scene().conversation()
    await expectQuickStops(app, async (stop) => {
      sleep = uniqueSleep()
      await app.send(`Message ${stop}`)
      await expect.poll(() => processesWith(sleep)).not.toEqual([])
      await app.expectStatus(/^Running/)
    })
  })
})

/** Makes the page busy 20 times, and stops it each time. */
async function expectQuickStops(app: App, begin: (stop: number) => Promise<void>): Promise<void> {
  const times: number[] = []
  for (let stop = 0; stop < 20; stop++) {
    await begin(stop)
    times.push(await app.page.evaluate(stopAndWaitFor, 'Stopping|Idle'))
    await app.expectStatus('Idle')
  }
  times.sort((a, b) => a - b)
  if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) console.log(times)
  expect(times[18]).toBeLessThanOrEqual(100)
  expect(times[19]).toBeLessThanOrEqual(500)
}
