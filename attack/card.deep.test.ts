import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '../e2e/app.ts'
import { bash, text } from '../e2e/fake-model-server/parts.ts'
import { message, refusal } from '../e2e/fake-model-server/replies.ts'
import { hiddenTexts } from '../e2e/support/hidden-texts.ts'
import { describeInBrowserAlone } from '../e2e/setup.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

/** Every format character, control, separator and variation selector; a surrogate does not survive UTF-8. */
function everyHidden(): readonly string[] {
  const wanted = /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}]/u
  const isAssigned = /\P{Cn}/u
  const all = Array.from({ length: 0x11_00_00 }, (_, code) => String.fromCodePoint(code))
  return all.filter(
    (each) => wanted.test(each) && isAssigned.test(each) && !'\0\n\t'.includes(each),
  )
}

/** The command as a person reads it on the card, from its text only. */
async function shownCommand(app: App): Promise<string> {
  return (await app.approval.locator('pre').textContent()) ?? ''
}

function unescaped(shown: string): string {
  return shown
    .replaceAll(/\\u\{([\dA-F]+)\}/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll('\\r', '\r')
}

describeInBrowserAlone('the card shows what runs', (scene) => {
  // Tried: each hidden character of Unicode, 40 per command. Holds: read back from the card, the command is the one
  // sent.
  test('every hidden character can be seen', { timeout: 600_000 }, async () => {
    const { model } = scene()
    const hidden = everyHidden()
    const { app } = await scene().conversation(ASK)
    for (let at = 0; at < hidden.length; at += 40) {
      const command = `echo ${hidden.slice(at, at + 40).join('x')} end`
      model.enqueue(message([bash(command)]), message([text('Then not.')]))
      await app.send('Go')
      await app.approval.locator('pre').waitFor()
      expect(unescaped(await shownCommand(app))).toBe(command)
      expect(await hiddenTexts(app.page)).toEqual([])
      await app.button('Deny').click()
      await app.expectStatus('Idle')
    }
  })

  // Tried: 200, 2,000 and 20,000 newlines, spaces, and letters before the end. Holds: nothing runs before the end was
  // visible.
  test.for(['\n', ' ', 'x'].flatMap((each) => [200, 2_000, 20_000].map((n) => [each, n] as const)))(
    'the end of a command is not hidden behind %j, %d times',
    { timeout: 120_000 },
    async ([filler, count]) => {
      const { model, folder } = scene()
      model.enqueue(
        message([bash(`echo ${filler.repeat(count)}\necho > made`)]),
        message([text('Done.')]),
      )
      const { app } = await scene().conversation(ASK)
      await app.page.setViewportSize({ width: 480, height: 400 })
      await app.send('Go')
      await app.approval.getByText(/^[\d,]+ lines?, [\d,]+ characters$/).waitFor()
      expect(await app.button('Allow once').isDisabled()).toBe(true)
      await app.page.getByRole('region', { name: 'Tool call' }).focus()
      while (!(await app.button('Allow once').isEnabled())) {
        const rest = app.approval.getByRole('button', { name: /^Show the rest/ })
        if ((await rest.count()) > 0) await rest.click()
        await app.page.getByRole('region', { name: 'Tool call' }).focus()
        await app.page.keyboard.press('End')
      }
      expect(await shownCommand(app)).toContain('echo > made')
      expect(existsSync(join(folder, 'made'))).toBe(false)
      await app.button('Allow once').click()
      await app.answers.filter({ hasText: 'Done.' }).waitFor()
      expect(existsSync(join(folder, 'made'))).toBe(true)
    },
  )

  // Tried: a title, a tool's name and output, and a provider's sentence with hidden characters. Holds: none is on the
  // page.
  test('no other place hides a character either', async () => {
    const { model } = scene()
    const bad = 'a\u202Eb\u200Bc\u{E0041}\u0007'
    model.enqueue(
      message([
        bash(`printf '${bad}\\u202e\\u200b'`),
        { type: 'toolCall', name: 'no_such_tool', input: { path: bad } },
      ]),
      refusal(400, { type: 'invalid_request_error', message: `No: ${bad}` }),
    )
    const { app } = await scene().conversation()
    await app.send(`Look at ${bad}`)
    await app.alert.filter({ hasText: 'No:' }).waitFor()
    for (const card of await app.page.locator('details > summary').all()) await card.click()
    expect(await hiddenTexts(app.page)).toEqual([])
    expect(await app.page.locator('body').textContent()).toContain('\\u{202E}')
  })
})
