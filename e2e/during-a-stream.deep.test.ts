import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { drip, message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'

/** Commands that the page sends whatever is on the screen. */
const USUAL = new Set(['app.ping', 'draft.save', 'message.send'])

const LINES = Array.from({ length: 60 }, (_, line) => `Line ${line} of the answer.`).join('\n\n')

describeInBrowserAlone('while an answer arrives', (scene) => {
  test('the page asks the host for nothing, and what was found is gone to once', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    model.enqueue(message([text(`The needle is here.\n\n${LINES}`)]))
    await app.send('First')
    await app.expectStatus('Idle')
    const sent: string[] = []
    page.on('websocket', (line) =>
      line.on('framesent', ({ payload }) => {
        const { command } = JSON.parse(String(payload)) as { command?: string }
        if (command !== undefined && !USUAL.has(command)) sent.push(command)
      }),
    )
    await page.reload()
    await app.expectStatus('Idle')
    await page.locator('summary').filter({ hasText: 'token' }).first().click()
    await expect.poll(() => sent).toContain('turn.timeline')
    model.enqueue(drip(message([text(LINES.repeat(4), 2_000)]), 60, 20))
    await app.send('Second')
    await app.answers.filter({ hasText: 'Line 3 of' }).nth(1).waitFor()
    sent.length = 0
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('needle')
    await page.keyboard.press('Enter')
    const needle = app.answers.getByText('The needle is here.')
    await expect.poll(() => needle.isVisible()).toBe(true)
    await needle.hover()
    await page.mouse.wheel(0, 600)
    await expect
      .poll(() => needle.evaluate((each) => each.getBoundingClientRect().bottom))
      .toBeLessThan(0)
    const before = await app.answers.last().textContent()
    await expect
      .poll(async () => (await app.answers.last().textContent())?.length ?? 0)
      .toBeGreaterThan((before?.length ?? 0) + 400)
    expect(await needle.evaluate((each) => each.getBoundingClientRect().bottom)).toBeLessThan(0)
    expect(sent.filter((command) => command !== 'search.within')).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
