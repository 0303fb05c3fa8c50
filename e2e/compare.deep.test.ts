import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

async function answered(app: App, question: string, answer: string): Promise<void> {
  await app.send(question)
  await app.answers.filter({ hasText: answer }).waitFor()
  await app.expectStatus('Idle')
}

describeInBrowser('comparing branches', (scene) => {
  test('the keyboard shows versions of an edited message side by side and continues one of them', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const { keyboard } = app.page
    model.enqueue(message([text('It hangs.')]), message([text('Painted red.')]))
    model.enqueue(message([text('Painted blue.')]))
    await answered(app, 'Mend the door', 'It hangs.')
    await answered(app, 'Paint it red', 'Painted red.')
    await app.questions.nth(1).getByRole('button', { name: 'Edit' }).click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
    await app.page.getByText('Rewound').waitFor()
    await app.message.fill('Paint it blue')
    await keyboard.press('Enter')
    await app.answers.filter({ hasText: 'Painted blue.' }).waitFor()
    await app.expectStatus('Idle')
    await app.page.getByRole('button', { name: 'Compare versions' }).focus()
    await keyboard.press('Enter')
    const dialog = app.page.getByRole('dialog', { name: 'Compare versions' })
    await dialog.getByText('Both continue from: It hangs.').waitFor()
    const [left, right] = [
      dialog.getByRole('region', { name: 'Left: what was said' }),
      dialog.getByRole('region', { name: 'Right: what was said' }),
    ]
    await left.getByText('Painted red.').waitFor()
    await right.getByText('Painted blue.').waitFor()
    expect(await dialog.getByText('Mend the door').count()).toBe(0)
    const boxes = await Promise.all([left.boundingBox(), right.boundingBox()])
    expect(boxes[0]?.y).toBe(boxes[1]?.y)
    await app.page.setViewportSize({ width: 420, height: 760 })
    const narrow = await Promise.all([left.boundingBox(), right.boundingBox()])
    expect(narrow[0]?.x).toBe(narrow[1]?.x)
    expect(narrow[1]?.y).toBeGreaterThan(narrow[0]?.y ?? 0)
    await app.page.setViewportSize({ width: 380, height: 760 })
    const modelName = right.getByRole('article', { name: 'Agent' }).locator('header span').first()
    await expect
      .poll(() => modelName.evaluate((name) => name.scrollWidth - name.clientWidth))
      .toBeLessThanOrEqual(0)
    await app.page.setViewportSize({ width: 1100, height: 760 })
    const goOn = dialog.getByRole('region', { name: 'Left', exact: true })
    await goOn.getByRole('button', { name: 'Continue with this' }).focus()
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'Painted red.' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('a fork is shown next to its origin from their last common message', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    for (const each of ['It hangs.', 'Closed.', 'Tight.']) model.enqueue(message([text(each)]))
    await answered(app, 'Mend the door', 'It hangs.')
    await answered(app, 'And the window?', 'Closed.')
    await app.answers.first().getByRole('button', { name: 'More actions' }).click()
    await app.button('Fork from here').click()
    await app.page.getByText('Forked from').waitFor()
    await answered(app, 'And the roof?', 'Tight.')
    await app.page.getByRole('button', { name: 'Compare with Mend the door' }).press('Enter')
    const dialog = app.page.getByRole('dialog', { name: 'Compare a fork with its origin' })
    await dialog.getByText('Both continue from: It hangs.').waitFor()
    const origin = dialog.getByRole('region', { name: 'Origin: Mend the door', exact: true })
    const fork = dialog.getByRole('region', { name: 'Fork: Fork: Mend the door', exact: true })
    await origin.getByText('Closed.').waitFor()
    await fork.getByText('Tight.').waitFor()
    expect(await origin.getByText('Tight.').count()).toBe(0)
    await origin.getByRole('button', { name: 'Open' }).click()
    await dialog.waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'Closed.' }).waitFor()
    await app.page.getByRole('button', { name: 'Compare with Fork: Mend the door' }).click()
    await dialog.waitFor()
    await app.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(app.complaints).toEqual([])
  })
})
