import { expect, test } from 'vitest'
import { App } from '../app.ts'
import { text } from '../fake-model-server/parts.ts'
import { message, pingAfter } from '../fake-model-server/replies.ts'
import { processesWith } from '../support/processes.ts'
import { isFocused } from '../support/focus.ts'
import { describeInBrowser } from '../setup.ts'
import { expectNone, uniqueSleep } from '../support/unique-sleep.ts'
import { stopAndWaitFor } from '../support/stop-and-wait.ts'
import { PLAIN_SHELL, Terminal } from './terminal.ts'

/** Processes that leave their session, and one that stays. */
const leaving = (sleep: string): string =>
  `(setsid ${sleep} &); (env -i setsid ${sleep} &); ${sleep}`

/** The columns in the output of `stty size`. */
function columnsOf(shown: string): number {
  return Number(/^\d+ (\d+) *$/m.exec(shown)?.[1])
}

describeInBrowser('the life of a terminal', (scene) => {
  test('hidden, it keeps running; closed, it ends with everything in it; several are tabs', async () => {
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    const [first, second] = [uniqueSleep(), uniqueSleep()]
    const terminal = await Terminal.open(app)
    await terminal.type(`${leaving(first)}\n`)
    await expect.poll(() => processesWith(first).length).toBeGreaterThanOrEqual(3)
    await app.button('New terminal').click()
    await expect.poll(() => terminal.tabs.count()).toBe(2)
    await terminal.run(String.raw`printf '\e]2;The second\a'; echo $((20 + 2))`, /^22$/)
    await terminal.panel.getByRole('tab', { name: 'The second' }).waitFor()
    await terminal.type(`${second}\n`)
    await expect.poll(() => processesWith(second).length).toBeGreaterThan(0)

    await app.button('Hide terminal').click()
    await terminal.panel.waitFor({ state: 'detached' })
    await app.page.keyboard.press('ControlOrMeta+;')
    await terminal.expect(/^22$/)
    expect(processesWith(first).length).toBeGreaterThanOrEqual(3)

    await app.button('Close terminal').click()
    await expectNone(second)
    await expect.poll(() => terminal.tabs.count()).toBe(1)
    await app.button('Close terminal').click()
    await expectNone(first)
    await terminal.panel.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(app.message)).toBe(true)
    expect(app.complaints).toEqual([])
  })

  test('Stop never ends it, and it handles Esc itself', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    const sleep = uniqueSleep()
    const terminal = await Terminal.open(app)
    model.enqueue(pingAfter(message([text('A beginning without an end', 4)]), 5, 50))
    await app.send('Talk')
    await app.answers.filter({ hasText: 'A beginning' }).waitFor()
    await terminal.type(`${sleep}\n`)
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('ControlOrMeta+k')
    await terminal.type('typed while it sleeps')
    await terminal.expect(/typed while it sleeps/)
    expect(await app.page.getByRole('dialog').count()).toBe(0)
    expect(await app.button('Stop').isEnabled()).toBe(true)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    expect(processesWith(sleep).length).toBeGreaterThan(0)
    await app.button('Close terminal').click()
    await expectNone(sleep)
  })

  test('a flood in it slows no Stop, can be interrupted, and leaves the window responsive', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    const terminal = await Terminal.open(app)
    await terminal.run('yes flooding', /^flooding$/)
    const times: number[] = []
    for (let each = 0; each < 5; each += 1) {
      model.enqueue(pingAfter(message([text(`Beginning ${each} without an end`, 4)]), 5, 50))
      await app.send(`Talk ${each}`)
      await app.page.getByText(`Beginning ${each}`).waitFor()
      times.push(await app.page.evaluate(stopAndWaitFor, 'Idle'))
    }
    expect(Math.min(...times)).toBeLessThan(200)
    expect(Math.max(...times)).toBeLessThan(1_000)
    await terminal.input.focus()
    await app.page.keyboard.press('Control+c')
    await terminal.run('echo $((60 + 6))', /^66$/)
  })

  test('two windows show the same one, in the size of the window used last', async () => {
    const { app } = await scene().conversation({ own: true, environment: PLAIN_SHELL })
    const terminal = await Terminal.open(app)
    await terminal.run('echo $((70 + 7))', /^77$/)
    scene().model.enqueue(message([text('Hello.')]))
    await app.send('Hello')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    const page = await app.page.context().newPage()
    await page.setViewportSize({ width: 760, height: 700 })
    await page.goto(app.page.url())
    const other = await App.in(page)
    const second = await Terminal.open(other)
    await second.expect(/^77$/)
    await second.run('stty size; echo $((80 + 8))', /^88$/)
    await terminal.expect(/^88$/)
    expect(columnsOf(await second.text())).toBeLessThan(80)
    await app.page.bringToFront()
    await terminal.input.focus()
    await terminal.run('clear; stty size; echo $((90 + 9))', /^99$/)
    await second.expect(/^99$/)
    expect(columnsOf(await terminal.text())).toBeGreaterThan(80)
    expect([...app.complaints, ...other.complaints]).toEqual([])
  })

  test('T74 deleted with its conversation, and ended when Phoenix quits, it leaves nothing', async () => {
    const sleep = uniqueSleep()
    const { app, host } = await scene().conversation({ own: true, environment: PLAIN_SHELL })
    scene().model.enqueue(message([text('Hello.')]))
    await app.send('Hello')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    const terminal = await Terminal.open(app)
    await terminal.type(`${leaving(sleep)}\n`)
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThanOrEqual(3)
    await app.row('Hello').press('Delete')
    await expectNone(sleep)
    await app.startConversation(scene().folder)
    await terminal.app.button('Terminal').click()
    await terminal.ready()
    await terminal.type(`${leaving(sleep)}\n`)
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThanOrEqual(3)
    await host.stop()
    await expectNone(sleep)
  })

  test('after a kill -9 of the host none of its processes is left, and its host process is gone too', async () => {
    const sleep = uniqueSleep()
    const { app, host } = await scene().conversation({ own: true, environment: PLAIN_SHELL })
    const terminal = await Terminal.open(app)
    await terminal.type(`(trap '' HUP TERM; ${leaving(sleep)})\n`)
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThanOrEqual(3)
    await host.kill()
    await expectNone(sleep)
    const again = await scene().host({ dataFolder: host.dataFolder, environment: PLAIN_SHELL })
    const next = await scene().window(again)
    await next.startConversation(scene().folder)
    await next.message.waitFor()
    const other = await Terminal.open(next)
    await other.run('echo $((30 + 3))', /^33$/)
  })
})
