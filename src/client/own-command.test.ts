import { expect, test } from 'vitest'
import type { OwnCommand } from '../shared/protocol/file-commands.ts'
import { ConversationId } from '../shared/ids.ts'
import { createClient } from './client.ts'
import { FakeHost, settled } from './fakes/fake-host.ts'
import { calledIn, filledText, ownCommandsOf, textToSend } from './own-command.ts'

const commandOf = (template: string): OwnCommand => ({
  name: 'review',
  description: '',
  argumentHint: '',
  template,
  origin: 'folder',
  isAllowed: true,
})

test.each([
  ['Look at $ARGUMENTS now', 'a.ts b.ts', 'Look at a.ts b.ts now'],
  ['$ARGUMENTS and $ARGUMENTS', 'x', 'x and x'],
  ['First $1, then $2, then $3', 'a b', 'First a, then b, then '],
  ['Look', 'at a.ts', 'Look\n\nat a.ts'],
  ['It costs $&', 'x $1', 'It costs $&\n\nx $1'],
  ['Say $ARGUMENTS', '$ARGUMENTS $1', 'Say $ARGUMENTS $1'],
])('%s with "%s" becomes "%s"', (template, typed, text) => {
  expect(filledText(commandOf(template), typed).text).toBe(text)
})

test('with nothing typed, its placeholder is selected', () => {
  const { text, selected } = filledText(commandOf('Look at $ARGUMENTS now'), ' ')
  expect(text.slice(...selected)).toBe('$ARGUMENTS')
  expect(filledText(commandOf('Look'), '').selected).toEqual([4, 4])
})

test.each([
  ['/review', 'Look at  now, '],
  ['/review a.ts', 'Look at a.ts now, a.ts'],
])('%s is sent without placeholders: the agent would take them for words', async (text, sent) => {
  const commands = [commandOf('Look at $ARGUMENTS now, $1')]
  expect(await textToSend(text, () => Promise.resolve(commands))).toEqual({ ok: true, value: sent })
})

test('a text calls a command by its full name', () => {
  const commands = [commandOf('Look')]
  expect(calledIn('/review', commands)?.typed).toBe('')
  expect(calledIn('/review a\nb', commands)?.typed).toBe('a\nb')
  for (const text of ['/reviews', '/usr/bin', 'review', ' /review'])
    expect(calledIn(text, commands)).toBeNull()
})

test('a call reads the commands again, as they may have changed; typing a name does not', async () => {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const ownCommands = ownCommandsOf(client)
  const id = ConversationId.parse('c1')
  void ownCommands(id)
  await settled()
  host.last('files.commands').answer({ commands: [commandOf('Old')] })
  await settled()
  expect(await ownCommands(id, true)).toMatchObject([{ template: 'Old' }])
  const called = ownCommands(id)
  await settled()
  host.last('files.commands').answer({ commands: [commandOf('New')] })
  expect(await called).toMatchObject([{ template: 'New' }])
})
