import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { isFocused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

const QUESTION = {
  question: 'Where shall the visits be kept?',
  header: 'Storage',
  options: [{ label: 'SQLite', description: 'One file.' }, { label: 'Postgres' }],
}

function cardOf(app: App): Locator {
  return app.page.getByRole('alert', { name: 'The agent asks' })
}

/** True if nothing clips or covers its upper or lower edge. */
function isSeen(at: Locator): Promise<boolean> {
  return at.evaluate((element) => {
    const { bottom, left, top } = element.getBoundingClientRect()
    const isOnTop = (y: number): boolean =>
      element.contains(document.elementFromPoint(left + 20, y))
    return isOnTop(top + 2) && isOnTop(bottom - 2)
  })
}

describeInBrowser('a question of the agent', (scene) => {
  /** The last request to the model. */
  const told = (): string => JSON.stringify(scene().model.requests.at(-1)?.body)

  /** Opens a new conversation in which the agent has asked its question. */
  async function asked(more: object = {}): Promise<App> {
    const { app } = await scene().conversation()
    scene().model.enqueue(message([call('ask_user', { ...QUESTION, ...more })]))
    await app.send('Count the visits')
    await cardOf(app).getByText(QUESTION.question).waitFor()
    return app
  }

  async function goesOn(app: App): Promise<void> {
    await app.answers.filter({ hasText: 'So be it.' }).waitFor()
    await cardOf(app).waitFor({ state: 'detached' })
    await app.expectStatus('Idle')
    expect(scene().model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  }

  test('keeps its line breaks', async () => {
    const app = await asked({ question: `${QUESTION.question}\n\nThey are few.` })
    const shown = cardOf(app).getByText('They are few.')
    expect(await shown.evaluate((words) => (words as HTMLElement).innerText)).toBe(
      `${QUESTION.question}\n\nThey are few.`,
    )
    await app.page.keyboard.press('Escape')
    expect(app.complaints).toEqual([])
  })

  test('in a small window the row for the answer stays in sight, and no option with the focus is beneath it', async () => {
    const letters = ['A', 'B', 'C', 'D', 'E', 'F']
    const options = letters.map((letter) => ({ label: `Way ${letter}`, description: 'One line.' }))
    const app = await asked({ options })
    const card = cardOf(app)
    await app.page.setViewportSize({ width: 480, height: 400 })
    const row = ['Answer', 'Skip'].map((name) => card.getByRole('button', { name }))
    row.push(card.getByRole('textbox', { name: 'Your answer' }))
    const last = card.getByRole('button', { name: 'Way F' })
    expect(await isSeen(last)).toBe(false)
    for (const control of row) expect(await isSeen(control)).toBe(true)
    for (const letter of letters) {
      await app.page.keyboard.press('Tab')
      const option = card.getByRole('button', { name: `Way ${letter}` })
      expect(await isFocused(option)).toBe(true)
      expect(await isSeen(option)).toBe(true)
    }
    await app.page.keyboard.press('Escape')
    expect(app.complaints).toEqual([])
  })

  test('the list and the status line say that an answer is needed; an option is chosen by keyboard, and the agent continues', async () => {
    const app = await asked()
    await app.expectStatus(/^\s*Needs your answer: Where shall the visits be kept\?\s*$/)
    await app.conversations.filter({ hasText: 'Needs you' }).first().waitFor()
    scene().model.enqueue(message([text('So be it.')]))
    await app.page.keyboard.press('Tab')
    const first = cardOf(app).getByRole('button', { name: /^SQLite/ })
    expect(await isFocused(first)).toBe(true)
    await app.page.keyboard.press('Enter')
    await goesOn(app)
    expect(told()).toContain('The user chose: SQLite')
  })

  test("several options and the user's own text are sent together", async () => {
    const app = await asked({ multi_select: true })
    scene().model.enqueue(message([text('So be it.')]))
    const card = cardOf(app)
    expect(await card.getByRole('button', { name: 'Answer' }).isDisabled()).toBe(true)
    await card.getByRole('button', { name: /SQLite/ }).click()
    await card.getByRole('button', { name: /Postgres/ }).click()
    await card.getByRole('textbox', { name: 'Your answer' }).fill('SQLite first')
    await app.page.keyboard.press('Enter')
    await goesOn(app)
    expect(told()).toContain('The user chose: SQLite, Postgres')
    expect(told()).toContain('The user answered: SQLite first')
  })

  test('Skip leaves the decision to the agent', async () => {
    const app = await asked()
    scene().model.enqueue(message([text('So be it.')]))
    await cardOf(app).getByRole('button', { name: 'Skip' }).click()
    await goesOn(app)
    expect(told()).toContain('The user did not choose.')
  })

  test('a number chooses its option', async () => {
    const app = await asked()
    scene().model.enqueue(message([text('So be it.')]))
    // A key pressed just as the card appears is ignored.
    await expect
      .poll(async () => {
        await app.page.keyboard.press('2')
        return cardOf(app).count()
      })
      .toBe(0)
    await goesOn(app)
    expect(told()).toContain('The user chose: Postgres')
  })

  test('Escape in the card stops nothing; in the composer it ends the turn, and the question disappears', async () => {
    const app = await asked()
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('Escape')
    await app.expectStatus(/^\s*Needs your answer/)
    await app.message.focus()
    await app.page.keyboard.press('Escape')
    await app.button('Continue').waitFor()
    await cardOf(app).waitFor({ state: 'detached' })
    expect(scene().model.requests).toHaveLength(1)
    expect(app.complaints).toEqual([])
  })
})
