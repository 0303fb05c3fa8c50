import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { isFocused } from './support/focus.ts'
import { describeInBrowser, describeInBrowserAlone } from './setup.ts'
import { freshFolder } from './support/host.ts'
import { violations } from './support/violations.ts'

/** What a screen reader says of a field, after its name and value. */
function describedBy(field: Locator): Promise<string> {
  return field.evaluate((control) => {
    const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent?.trim()).join(' ')
  })
}

describeInBrowser('Settings', (scene) => {
  test('sections lead to their contents and show which one is read; Enter a key leads to the key', async () => {
    const { app } = await scene().conversation({
      environment: { ANTHROPIC_API_KEY: '' },
      own: true,
    })
    await app.button('Enter a key').first().click()
    const key = app.page.getByRole('textbox', { name: 'API key' })
    await expect.poll(() => isFocused(key)).toBe(true)
    const sections = app.page.getByRole('navigation', { name: 'Sections of Settings' })
    const shown = sections.locator('[aria-current]')
    await sections.getByRole('button', { name: 'Rules' }).click()
    await expect.poll(() => shown.textContent()).toBe('Rules')
    await app.page.getByRole('heading', { name: 'Rules' }).isVisible()
    await sections.getByRole('button', { name: 'Advanced' }).click()
    await expect.poll(() => shown.textContent()).toBe('Advanced')
    const telemetry = app.page.getByLabel('Telemetry (OTLP endpoint)')
    await expect.poll(() => telemetry.isVisible()).toBe(true)
    await telemetry.hover()
    await app.page.mouse.wheel(0, -100_000)
    await expect.poll(() => shown.textContent()).toBe('Model and keys')
    await app.page.setViewportSize({ width: 480, height: 700 })
    await app.page.getByRole('combobox', { name: 'Section' }).selectOption('Limits')
    const limit = app.page.getByRole('group', { name: 'Limits per turn' })
    await expect.poll(async () => ((await limit.boundingBox())?.y ?? -1) > 0).toBe(true)
    expect(await violations(app.page)).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('a field with a wrong value is described by what is wrong, whenever it has the focus', async () => {
    const { app } = await scene().conversation({ own: true })
    await app.button('Settings').click()
    await app.page.getByText('Timeouts', { exact: true }).click()
    for (const name of ['Requests per turn', 'First byte']) {
      const field = app.page.getByLabel(name, { exact: true }).first()
      const fine = await describedBy(field)
      await field.fill('-7')
      await field.press('Tab')
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
      const wrong = await describedBy(field)
      expect(wrong).not.toBe(fine)
      expect(wrong).toMatch(/^Not saved\. /)
      expect(wrong).toContain(fine)
    }
    expect(await violations(app.page)).toEqual([])
  })

  test('a wrong value in settings.json is named at its field, with what is used instead', async () => {
    const dataFolder = freshFolder('data')
    writeFileSync(
      join(dataFolder, 'settings.json'),
      JSON.stringify({
        telemetryEndpoint: 7,
        timeouts: { silenceMs: 'long' },
        behaviour: { effort: 'hihg', requestsPerTurn: -1, autoCompact: 'yes' },
      }),
    )
    const { app } = await scene().conversation({ dataFolder })
    await app.button('Settings').click()
    await app.page.getByText('The setting behaviour.effort has a wrong value').waitFor()
    for (const [name, used] of [
      ['Effort', 'Model default'],
      ['Requests per turn', '200'],
      ['Summarise automatically', 'on'],
      ['Silence', 'the default, 90 seconds'],
      ['Telemetry (OTLP endpoint)', 'None'],
    ] as const) {
      const said = await describedBy(app.page.getByLabel(name, { exact: true }).first())
      expect(said).toContain(`Its value in settings.json is wrong. Used instead: ${used}.`)
    }
    const effort = app.page.getByLabel('Effort', { exact: true }).first()
    await effort.selectOption('high')
    await expect.poll(() => describedBy(effort)).not.toContain('wrong')
    expect(await violations(app.page)).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('looks are chosen in Settings, at once and permanently: theme, text size, code font', async () => {
    const { model } = scene()
    model.enqueue(message([text('Here it is:\n\n```js\nlet a = 1\n```\n\n| `a` |\n|---|\n| 1 |')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('Show me')
    const code = app.answers.locator('pre')
    await code.waitFor()
    const styles = async (): Promise<readonly string[]> => {
      const sizes = [app.answers.locator('p').first(), code, app.answers.locator('td')].map(
        (each) => each.evaluate((element) => getComputedStyle(element).fontSize),
      )
      const page = app.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const font = code.evaluate((element) => getComputedStyle(element).fontFamily.split(',')[0])
      return Promise.all([...sizes, font.then((name) => name ?? ''), page])
    }
    const usual = await styles()
    expect(usual.slice(0, 3)).toEqual(['15px', '13px', '15px'])
    await app.button('Settings').click()
    await app.page.getByLabel('Theme').selectOption('Dark, high contrast')
    await app.page.getByLabel('Text size').selectOption('Largest')
    await app.page.getByLabel('Code font').fill('Phoenix Mono')
    const chosen = ['20px', '18px', '20px', '"Phoenix Mono"', 'oklch(0.1 0 0)']
    expect(await styles()).toEqual(chosen)
    await app.button('Close').click()
    expect(await violations(app.page)).toEqual([])
    await app.page.reload()
    await code.waitFor()
    expect(await styles()).toEqual(chosen)
    await app.button('Settings').click()
    await app.page.getByLabel('Theme').selectOption('System')
    await app.page.getByLabel('Text size').selectOption('Normal')
    await app.page.getByLabel('Code font').fill('')
    expect(await styles()).toEqual(usual)
    expect(app.complaints).toEqual([])
  })

  test('a notice does not cover their title in a narrow window', async () => {
    scene().model.enqueue(message([text('Done.')]))
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    await app.send('First')
    await app.answers.waitFor()
    await app.row('First').press('e')
    await page.setViewportSize({ width: 480, height: 700 })
    await page.keyboard.press('ControlOrMeta+Comma')
    const title = await page.getByRole('heading', { name: 'Settings', exact: true }).boundingBox()
    await app.button('Undo').waitFor()
    const notice = await page.getByRole('status', { name: 'Notice' }).boundingBox()
    expect(notice?.y).toBeGreaterThan((title?.y ?? Infinity) + (title?.height ?? 0))
  })
})

describeInBrowserAlone('Settings in two windows', (scene) => {
  test('each field is applied and undone separately; another window changes other fields meanwhile, and neither loses anything', async () => {
    const { app } = await scene().conversation({ own: true })
    const other = await app.secondTab()
    await app.button('Settings').click()
    await other.button('Settings').click()
    const saved = app.page.getByRole('status', { name: 'Saved' })
    await app.page.getByLabel('Base URL').fill('http://127.0.0.1:1')
    await other.page.getByLabel('Tool calls per turn').fill('77')
    await other.page.getByLabel('Tool calls per turn').press('Enter')
    await other.page.getByLabel('Effort', { exact: true }).selectOption('High')
    // Changes saved by the other window are here, and text typed here is still there.
    await expect
      .poll(() => app.page.getByLabel('Effort', { exact: true }).inputValue())
      .toBe('high')
    expect(await app.page.getByLabel('Tool calls per turn').inputValue()).toBe('77')
    expect(await app.page.getByLabel('Base URL').inputValue()).toBe('http://127.0.0.1:1')
    await app.page.getByLabel('Base URL').press('Enter')
    await saved.filter({ hasText: 'Saved: Base URL' }).waitFor()
    const address = other.page.getByLabel('Base URL')
    await expect.poll(() => address.inputValue()).toBe('http://127.0.0.1:1')
    expect(await violations(app.page)).toEqual([])
    await saved.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => address.inputValue()).toBe('')
    await app.page.getByLabel('Summarise automatically').uncheck()
    await saved.filter({ hasText: 'Summarise automatically' }).waitFor()
    await app.page.keyboard.press('Control+z')
    await expect.poll(() => app.page.getByLabel('Summarise automatically').isChecked()).toBe(true)
    expect(await other.page.getByLabel('Tool calls per turn').inputValue()).toBe('77')
    expect(await other.page.getByLabel('Effort', { exact: true }).inputValue()).toBe('high')
    expect([...app.complaints, ...other.complaints]).toEqual([])
  })
})
