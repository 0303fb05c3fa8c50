import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, text } from '../fake-model-server/parts.ts'
import { held, message } from '../fake-model-server/replies.ts'
import { freshFolder } from '../support/host.ts'
import { isFocused } from '../support/focus.ts'
import { describeInBrowser } from '../setup.ts'
import { violations } from '../support/violations.ts'
import { PLAIN_SHELL, Terminal } from './terminal.ts'

describeInBrowser('a terminal in use', (scene) => {
  test('is drawn from the start in the size that programs see, with its last line in the panel', async () => {
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    const terminal = await Terminal.open(app)
    await terminal.run('seq 60; stty size; echo end-$((1 + 1))', /^end-2$/)
    const [, rows, columns] = /^(\d+) (\d+) *$/m.exec(await terminal.text())?.map(Number) ?? []
    const lines = terminal.panel.locator('.xterm-rows')
    expect(await lines.locator('> div').count()).toBe(rows)
    const cell = await terminal.input.boundingBox()
    const drawn = await lines.boundingBox()
    expect(drawn?.width).toBe((columns ?? 0) * (cell?.width ?? 0))
    const panel = await terminal.panel.boundingBox()
    const bottom = (box: typeof panel): number => (box?.y ?? 0) + (box?.height ?? 0)
    expect(bottom(drawn)).toBeLessThanOrEqual(bottom(panel))
    expect(app.complaints).toEqual([])
  })

  test('takes what is typed after its key, even before it is drawn: nothing goes to the message', async () => {
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    const { page } = app
    const terminal = new Terminal(app)
    await app.message.fill('a draft')
    await page.keyboard.press('ControlOrMeta+;')
    await page.keyboard.type('echo early-$((1 + 1))')
    await page.keyboard.press('Enter')
    await terminal.expect(/^early-2$/)
    expect(await app.message.inputValue()).toBe('a draft')
    await expect.poll(() => isFocused(terminal.input)).toBe(true)
    await terminal.panel.getByRole('button', { name: 'Close terminal' }).click()
    await expect.poll(() => isFocused(app.message)).toBe(true)
    await page.keyboard.press('ControlOrMeta+;')
    await page.keyboard.type('echo again-$((1 + 1))\n')
    await terminal.expect(/^again-2$/)
    expect(await app.questions.count()).toBe(0)
  })

  test('its output goes to the agent by a click, and only then', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    const terminal = await Terminal.open(app)
    await app.button('Show to the agent').click()
    await app.page.getByText('Nothing has been run in this terminal yet.').waitFor()
    await terminal.run('echo before; echo $((10 + 1))', /^11$/)
    await terminal.run('echo what fails; echo $((20 + 1))', /^21$/)
    model.enqueue(message([text('I see nothing.')]))
    await app.send('Nothing yet')
    await app.answers.filter({ hasText: 'I see nothing.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain('what fails')
    await app.button('Show to the agent').click()
    const cards = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await cards.filter({ hasText: 'Terminal.txt' }).waitFor()
    model.enqueue(message([text('It prints 21.')]))
    await app.send('What is this?')
    await app.answers.filter({ hasText: 'It prints 21.' }).waitFor()
    const asked = JSON.stringify(model.requests.at(-1)?.body)
    expect(asked).toContain('echo what fails')
    expect(asked).toContain(String.raw`what fails\n21`)
    expect(asked).not.toContain('echo before')
    expect(model.complaints).toEqual([])
  })

  test('its output is found by a key, also above the screen, and Esc returns to the shell', async () => {
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    const { page } = app
    const terminal = await Terminal.open(app)
    await terminal.run(
      'clear; echo needle-$((40 + 1)); seq 300; echo needle-$((40 + 2))',
      /^needle-42$/,
    )
    await page.keyboard.press('Control+Shift+F')
    const field = page.getByRole('textbox', { name: 'Find in the terminal' })
    await expect.poll(() => isFocused(field)).toBe(true)
    await page.keyboard.type('needle-4')
    const status = page.getByRole('search', { name: 'Find in the terminal' }).getByRole('status')
    await status.filter({ hasText: /of 2/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Enter')
    await terminal.panel
      .getByText('needle-41', { exact: true })
      .or(terminal.panel.getByText('needle-42', { exact: true }))
      .first()
      .waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.type('nowhere')
    await status.filter({ hasText: 'No matches' }).waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await terminal.run('echo back-$((1 + 1))', /^back-2$/)
    expect(app.complaints).toEqual([])
  })

  test('a selection is copied by its keys and shown to the agent; a paste goes in whole', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const terminal = await Terminal.open(app)
    await terminal.run('clear; echo picked-$((40 + 4))', /^picked-44$/)
    const row = await terminal.panel.getByText('picked-44', { exact: true }).boundingBox()
    await app.page.mouse.dblclick((row?.x ?? 0) + 10, (row?.y ?? 0) + 8)
    await app.page.keyboard.press('Control+Shift+C')
    const copied = (): Promise<string> => app.page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toContain('picked')
    await app.button('Show to the agent').click()
    const cards = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await cards.filter({ hasText: 'Terminal.txt' }).waitFor()
    model.enqueue(message([text('Seen.')]))
    await app.send('This?')
    await app.answers.filter({ hasText: 'Seen.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('selected this in their own')

    const long = 'x'.repeat(150_000)
    await terminal.run('stty -icanon -echo; echo $((7 + 7)); head -c 150002 | wc -c', /^14$/)
    await terminal.paste(`${long}\n\n`)
    await terminal.expect(/^150002$/)
    expect(app.complaints).toEqual([])
  })

  test('a pasted text cannot end its paste, so nothing of it runs before a person presses Enter', async () => {
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    const terminal = await Terminal.open(app)
    await terminal.paste(': \u001B[201~\necho ran-$((40 + 4))\n')
    await terminal.expect(/echo ran-\$/)
    await app.page.keyboard.press('Control+C')
    await terminal.run('echo done-$((1 + 1))', /^done-2$/)
    expect(await terminal.text()).not.toContain('ran-44')
  })

  test('Ctrl and a click open a path in the editor, and a plain click opens nothing', async () => {
    const { folder } = scene()
    const programs = freshFolder('programs')
    const note = join(programs, 'note')
    writeFileSync(join(programs, 'code'), `#!/bin/sh\nprintf '%s ' "$@" > '${note}'\n`)
    chmodSync(join(programs, 'code'), 0o755)
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src/cart.ts'), 'one\ntwo\nthree\n')
    const PATH = `${programs}:${process.env['PATH'] ?? ''}`
    const environment = { ...PLAIN_SHELL, HOME: folder, PATH, DISPLAY: ':0' }
    const { app } = await scene().conversation({ own: true, environment })
    const terminal = await Terminal.open(app)
    await terminal.run('clear; echo "src/cart.ts:$((1 + 1)):7 fails"', /cart\.ts:2:7 fails/)
    const row = await terminal.panel
      .getByText('src/cart.ts:2:7 fails', { exact: true })
      .boundingBox()
    const at = { x: (row?.x ?? 0) + 30, y: (row?.y ?? 0) + 8 }
    await app.page.mouse.move(at.x - 5, at.y)
    await app.page.mouse.click(at.x, at.y)
    await app.page.keyboard.down('Control')
    await app.page.mouse.move(at.x + 5, at.y)
    expect(existsSync(note)).toBe(false)
    const openLink = async (): Promise<boolean> => {
      await app.page.mouse.click(at.x, at.y)
      return existsSync(note)
    }
    await expect.poll(openLink, { interval: 300 }).toBe(true)
    await app.page.keyboard.up('Control')
    expect(readFileSync(note, 'utf8')).toContain('src/cart.ts:2')
  })

  test('its edge is moved by keys, its tabs by arrows, and a screen reader gets its lines', async () => {
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    const terminal = await Terminal.open(app)
    const edge = app.page.getByRole('separator', { name: 'Height of the terminal' })
    const before = Number(await edge.getAttribute('aria-valuenow'))
    await edge.press('ArrowUp')
    expect(Number(await edge.getAttribute('aria-valuenow'))).toBe(before + 20)
    await app.button('New terminal').click()
    await expect.poll(() => terminal.tabs.count()).toBe(2)
    const chosen = (at: number): Promise<string | null> =>
      terminal.tabs.nth(at).getAttribute('aria-selected')
    await expect.poll(() => chosen(1)).toBe('true')
    await terminal.tabs.nth(1).press('ArrowRight')
    await expect.poll(() => chosen(0)).toBe('true')
    await app.button('More terminal actions').click()
    await app.button('Turn on screen reader mode').click()
    await terminal.run('echo heard-$((5 + 5))', /heard-10/)
    const lines = terminal.panel.locator('.xterm-accessibility-tree')
    await lines.filter({ hasText: 'heard-10' }).waitFor({ state: 'attached' })
  })

  test('what is typed in it goes on to the shell when a call asks for approval', async () => {
    const { model } = scene()
    const environment = { ...PLAIN_SHELL, PHOENIX_PERMISSIONS: 'ask' }
    const { app } = await scene().conversation({ environment })
    const { release, reply } = held(message([bash('echo 1 > made')]))
    model.enqueue(reply)
    await app.send('Go')
    const terminal = await Terminal.open(app)
    await terminal.type('echo')
    release()
    await app.approval.filter({ hasText: 'echo 1 > made' }).waitFor()
    await app.page.keyboard.type(' $((40 + 4))')
    await app.page.keyboard.press('Enter')
    await terminal.expect(/^44$/)
    expect(await app.approval.count()).toBe(1)
    await app.button('Deny').click()
    expect(app.complaints).toEqual([])
  })
})
