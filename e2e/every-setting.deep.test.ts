import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { describeInBrowserAlone } from './setup.ts'

/** A value for each field of Settings: a text, a choice, or whether it is checked. */
const FIELDS: Readonly<Record<string, string | boolean>> = {
  Model: 'demo',
  'Keep keys': 'memory',
  'Messages while the agent is busy': 'reject',
  'Enter while the agent is busy': 'stopAndSend',
  'Summarise automatically': false,
  Fallback: 'demo',
  'Keep trying': '1h',
  'Model for explorers': 'demo',
  Effort: 'high',
  'New conversations start with': 'readOnly',
  'Allow web search by the provider in new conversations': true,
  Editor: 'true {file}',
  'Name conversations automatically': true,
  'Budget in US dollars': '2.5',
  'Budget in minutes of work': '45',
  'Requests per turn': '201',
  'Tool calls per turn': '1,001',
  'Sub-agents per turn': '101',
  'Tokens per turn': '50,000,001',
  'Requests per sub-agent': '51',
  'Minutes of work per turn': '121',
  Theme: 'dark',
  'Text size': 'largest',
  'Code font': 'Phoenix Mono',
  Density: 'compact',
  'A turn is done': false,
  'A tool call needs your approval': false,
  'The agent asks you a question': false,
  'A turn failed': false,
  'With a sound': false,
  'Base URL': 'http://127.0.0.1:1',
  Connection: '11',
  'First byte': '12',
  Silence: '13',
  'Silence while it thinks': '14',
  'Whole request': '150',
  'Telemetry (OTLP endpoint)': 'http://127.0.0.1:2',
}

const settings = (app: App): Locator =>
  app.page.getByRole('dialog').filter({ has: app.button('Test connection') })

const field = (app: App, label: string): Locator =>
  settings(app).getByLabel(label, { exact: true }).and(app.page.locator('input, select'))

async function openSettings(app: App): Promise<void> {
  await app.button('Settings').click()
  await field(app, 'Model').waitFor()
  const deadlines = settings(app).locator('details', { hasText: 'Timeouts' })
  if ((await deadlines.getAttribute('open')) === null) await deadlines.locator('summary').click()
}

async function change(control: Locator, value: string | boolean): Promise<void> {
  if (typeof value === 'boolean') return control.setChecked(value)
  if (await control.evaluate((element) => element instanceof HTMLSelectElement)) {
    await control.selectOption(value)
    return
  }
  await control.fill(value)
  await control.press('Enter')
}

async function valueOf(control: Locator): Promise<string | boolean> {
  return (await control.getAttribute('type')) === 'checkbox'
    ? control.isChecked()
    : control.inputValue()
}

/** Runs in the page: the labels of all fields of Settings. */
function labels(): readonly string[] {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'dialog[open] :is(input, select, textarea)',
  )
  return [...fields].map(({ labels: all }) => all?.[0]?.textContent.trim() ?? '')
}

describeInBrowserAlone('every field of Settings', (scene) => {
  test('holds as soon as it is left, with nothing to save, and in a window that opens later', async () => {
    const { app } = await scene().conversation({
      own: true,
      environment: { PHOENIX_PERMISSIONS: '' },
    })
    await openSettings(app)
    // The models of the picker, a checkbox each, are tested in hidden-models.deep.test.ts.
    const all = (await app.page.evaluate(labels)).filter(
      (label) => !/^$|^Show in the picker:/.test(label),
    )
    expect(all.toSorted()).toEqual([...Object.keys(FIELDS), 'API key'].toSorted())
    const saves = settings(app).getByRole('button', { name: /^(save|apply)\b/i })
    expect(await saves.allTextContents()).toEqual(['Save diagnostics…'])

    const saved = app.page.getByRole('status', { name: 'Saved' })
    for (const [label, value] of Object.entries(FIELDS)) await change(field(app, label), value)
    await saved.filter({ hasText: 'Telemetry' }).waitFor()
    await app.page.reload()
    const later = await app.secondTab()
    for (const window of [app, later]) {
      await openSettings(window)
      for (const [label, value] of Object.entries(FIELDS))
        expect([label, await valueOf(field(window, label))]).toEqual([label, value])
    }

    await change(field(app, 'Messages while the agent is busy'), 'interrupt')
    await change(field(app, 'Wait for messages that belong together'), '250')
    await saved.filter({ hasText: 'Wait for messages' }).waitFor()
    const wait = field(later, 'Wait for messages that belong together')
    await expect.poll(() => wait.inputValue()).toBe('250')
    expect([...app.complaints, ...later.complaints]).toEqual([])
  })
})
