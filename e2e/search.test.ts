import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { expectMatch } from './support/search-match.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('search', (scene) => {
  test('a line of a closed card in another conversation is found and opened with the keyboard only', async () => {
    const { model, folder } = scene()
    model.enqueue(
      message([text('I count.'), bash("seq -f 'line %.0f' 60; echo the needle; seq 100")]),
      message([text('Counted.')]),
    )
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'auto' } })
    const { keyboard } = app.page
    await app.send('Count for me')
    await app.answers.filter({ hasText: 'Counted.' }).waitFor()
    await app.startConversation(folder)
    await app.message.waitFor()
    await keyboard.press('ControlOrMeta+Shift+F')
    await keyboard.type('"the needle"')
    const option = app.page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    await option.filter({ hasText: 'the needle' }).first().waitFor()
    expect(await option.first().textContent()).toContain('Count for me')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expectMatch(app.page, 'the needle')
    expect(await app.tool('bash').getAttribute('open')).not.toBeNull()
    const bar = app.page.getByRole('search', { name: 'Find in this conversation' })
    await bar.getByText('2 of 2').waitFor()
    expect(app.complaints).toEqual([])
  })
})
