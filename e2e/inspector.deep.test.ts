import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { edit } from '../src/main/adapters/tools/changing.fixture.ts'
import { bash, call, change, type Part, text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { focused, isFocused } from './support/focus.ts'
import { freshFolder } from './support/host.ts'
import { describeInBrowser } from './setup.ts'
import { violations } from './support/violations.ts'

const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' } }

describeInBrowser('the inspector', (scene) => {
  test('shows the state and the log; each event shows the conversation at that time, and can be forked from', async () => {
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
    const then = app.page.getByRole('region', { name: 'Messages as they were' })
    await panel.getByRole('img', { name: /Now: toolExecuting/ }).waitFor()
    await then.getByText('Say hi').waitFor()
    await panel.getByText('120 tokens').waitFor()
    await panel.getByText(/^\d+k? of 1M tokens$/).waitFor()
    await panel.getByText('None changed by tools').waitFor()
    expect(await then.getByText('Said hi.').count()).toBe(0)
    const slider = panel.getByRole('slider', { name: 'Event' })
    await slider.press('End')
    await then.getByText('Said hi.').waitFor()
    await slider.press('Home')
    await then.getByText('Nothing had been said by then.').waitFor()
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

  test('over the conversation of a narrow window Esc closes it and stops nothing; next to it Esc stops', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    const { page } = app
    await app.send('Take your time')
    await app.expectStatus(/^Waiting/)
    await page.setViewportSize({ width: 900, height: 700 })
    await page.keyboard.press('ControlOrMeta+.')
    const panel = page.getByRole('complementary', { name: 'Inspector' })
    await panel.waitFor()
    await expect.poll(() => panel.evaluate((each) => each.matches(':focus-within'))).toBe(true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => focused(app)).toBe('Message')
    await app.expectStatus(/^Waiting/)
    await page.keyboard.press('ControlOrMeta+.')
    await panel.getByRole('slider', { name: 'Event' }).focus()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await app.expectStatus(/^Waiting/)
    await page.setViewportSize({ width: 1200, height: 700 })
    await page.keyboard.press('ControlOrMeta+.')
    await panel.getByRole('slider', { name: 'Event' }).focus()
    await page.keyboard.press('Escape')
    await app.expectStatus('Idle')
    await panel.waitFor()
    expect(app.complaints).toEqual([])
  })

  test('leaves no room for a second pane in a window of the usual size: only the focused one is drawn until it closes', async () => {
    const { app } = await scene().conversation()
    const { page } = app
    const panel = page.getByRole('complementary', { name: 'Inspector' })
    const panes = page.getByRole('region', { name: /^(Left|Right) pane$/ })
    await page.keyboard.press('ControlOrMeta+d')
    await expect.poll(() => panes.count()).toBe(2)
    await page.keyboard.press('F6')
    await expect.poll(() => focused(app)).toBe('Message')
    await page.keyboard.press('ControlOrMeta+.')
    await panel.waitFor()
    await expect.poll(() => panes.count()).toBe(0)
    await app.message.waitFor()
    await page.keyboard.press('ControlOrMeta+.')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => panes.count()).toBe(2)
    expect(app.complaints).toEqual([])
  })

  test('a changed file opens as it was at an event, with the keyboard; what is not known of it is said', async () => {
    const { folder, model } = scene()
    writeFileSync(join(folder, 'a.ts'), 'one\ntwo\n')
    model.enqueue(
      message([change(edit('a.ts', 'one', 'ONE'))]),
      message([change(edit('a.ts', 'two', 'TWO'))]),
      message([text('Both done.')]),
    )
    const { app } = await scene().conversation(AUTO)
    await app.send('Make them loud')
    await app.answers.filter({ hasText: 'Both done.' }).waitFor()
    await app.expectStatus('Idle')
    await app.page.keyboard.press('ControlOrMeta+.')
    const panel = app.page.getByRole('complementary', { name: 'Inspector' })
    const log = panel.getByRole('group', { name: 'Event log' })
    const file = panel.getByRole('list', { name: 'Files changed by then' }).getByRole('button')
    const sheet = app.page.getByRole('dialog', { name: /^A file as it was after event \d+$/ })
    const content = sheet.getByRole('region', { name: 'a.ts', exact: true })

    await log.getByRole('button', { name: 'toolFinished' }).first().press('Enter')
    await file.press('Enter')
    await content.getByText('ONE', { exact: true }).waitFor()
    expect(await content.textContent()).toContain('+1 −1')
    expect(await content.textContent()).not.toContain('TWO')
    expect(await content.getByRole('button', { name: /^Comment/ }).count()).toBe(0)
    expect(await violations(app.page)).toEqual([])
    await app.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(await isFocused(file)).toBe(true)

    await panel.getByRole('slider', { name: 'Event' }).press('End')
    await panel.getByRole('img', { name: /Now: idle/ }).waitFor()
    await file.click()
    await content.getByText('TWO', { exact: true }).waitFor()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await sheet.waitFor({ state: 'detached' })
    writeFileSync(join(folder, 'a.ts'), 'by hand\n')
    await file.click()
    await sheet.getByText('Its content at that time is not known').waitFor()
    expect(await sheet.textContent()).not.toContain('by hand')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('the log shows the rows of the place that it has reached, even if others were being loaded', async () => {
    const { folder, model } = scene()
    writeFileSync(join(folder, 'a.txt'), 'a\n'.repeat(300))
    for (let round = 0; round < 12; round++)
      model.enqueue(message(Array.from({ length: 25 }, (_, at) => lineOf(round * 25 + at + 1))))
    model.enqueue(message([text('All read.')]))
    const { app } = await scene().conversation(AUTO)
    const { page } = app
    await app.send('Read it')
    await app.answers.filter({ hasText: 'All read.' }).waitFor()
    await app.expectStatus('Idle')
    const released = Promise.withResolvers<void>()
    const held: string[] = []
    await page.routeWebSocket(/\/socket$/, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((frame) => {
        if (!String(frame).includes('"value":{"rows":')) return socket.send(frame)
        held.push(String(frame))
        void released.promise.then(() => socket.send(frame))
      })
    })
    await page.reload()
    await app.row('Read it').click()
    await app.answers.filter({ hasText: 'All read.' }).waitFor()
    await page.keyboard.press('ControlOrMeta+.')
    const log = page.getByRole('group', { name: 'Event log' })
    await log
      .getByRole('button', { name: /^6\d\d/ })
      .first()
      .waitFor()
    await expect.poll(() => held.length).toBe(1)
    expect(held[0]).toContain('"rows":[{"seq":1,')
    released.resolve()
    await log.getByRole('button', { name: /^6\d\d turnCompleted/ }).waitFor()
  })

  test('a place far into a log says what is still shown until it is, and begins at its newest message', async () => {
    const { model } = scene()
    const { app } = await scene().conversation(AUTO)
    const { page } = app
    model.enqueue(message([text(`${'A line.\n\n'.repeat(100)}The last line.`)]))
    await app.send('Write much')
    await app.answers.filter({ hasText: 'The last line.' }).waitFor()
    await app.expectStatus('Idle')
    const released = Promise.withResolvers<void>()
    await page.routeWebSocket(/\/socket$/, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((frame) => {
        if (!String(frame).includes('"value":{"seq":')) return socket.send(frame)
        void released.promise.then(() => socket.send(frame))
      })
    })
    await page.reload()
    await app.row('Write much').click()
    await app.answers.filter({ hasText: 'The last line.' }).waitFor()
    await page.keyboard.press('ControlOrMeta+.')
    const panel = page.getByRole('complementary', { name: 'Inspector' })
    await panel.getByRole('slider', { name: 'Event' }).press('ArrowLeft')
    await panel.getByText('Still showing now').waitFor()
    released.resolve()
    const then = page.getByRole('region', { name: 'Messages as they were' })
    await then.getByText('The last line.').waitFor()
    await expect.poll(() => panel.getByText('Still showing').count()).toBe(0)
    await expect.poll(() => then.evaluate(fromItsEnd)).toBeLessThan(2)
    expect(app.complaints).toEqual([])
  })

  test('a saved report with its texts is replayed by npm run replay, and a changed one is found', async () => {
    const { model } = scene()
    const { app } = await scene().conversation(AUTO)
    model.enqueue(message([bash('echo hi; exit 3')]), message([text('Said hi.')]))
    await app.send('Say hi')
    await app.answers.filter({ hasText: 'Said hi.' }).waitFor()
    await app.expectStatus('Idle')
    await app.page.keyboard.press('ControlOrMeta+.')
    await app.button('Save diagnostics…').click()
    const dialog = app.page.getByRole('dialog', { name: 'Save diagnostics' })
    await dialog.getByRole('checkbox', { name: 'Include what was said' }).check()
    const download = app.page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save diagnostics' }).click()
    const saved = await download
    const report = join(freshFolder('report'), 'report.json')
    await saved.saveAs(report)
    expect(await replay(report)).toContain('equal: messages, lifecycle and state')
    writeFileSync(report, readFileSync(report, 'utf8').replace('"toolFinished"', '"toolLost"'))
    expect(await replay(report)).toContain('different at row')
    expect(app.complaints).toEqual([])
  })
})

function lineOf(offset: number): Part {
  return call('read_file', { path: 'a.txt', offset, limit: 1 })
}

function fromItsEnd({ clientHeight, scrollHeight, scrollTop }: Element): number {
  return scrollHeight - clientHeight - scrollTop
}

/** The output of the script, whatever its exit code. */
async function replay(file: string): Promise<string> {
  const script = new URL('../scripts/replay.ts', import.meta.url).pathname
  return new Promise((resolve) => {
    execFile(process.execPath, [script, file], (_error, stdout) => resolve(stdout))
  })
}
