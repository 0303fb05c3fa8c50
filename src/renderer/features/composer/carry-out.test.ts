import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { ConversationId } from '../../../shared/ids.ts'
import type { OwnCommand } from '../../../shared/protocol/file-commands.ts'
import { inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { type ComposerRig, createComposerRig, RIG_ID } from '../../fakes/composer-rig.ts'
import { ASK } from '../../state/composer/outgoing.ts'
import { callCommand, type NamingField } from './carry-out.ts'

const OTHER = ConversationId.parse('c2')
const own = { name: 'fix', template: 'Fix it.', isAllowed: true } as OwnCommand
const prompt = { server: 's', name: 'p', description: '', arguments: [] }
let rig: ComposerRig
let field: { -readonly [Key in keyof NamingField]: NamingField[Key] }
let find: (commands: readonly OwnCommand[]) => void

beforeEach(() => {
  vi.useFakeTimers()
  rig = createComposerRig()
  field = {
    id: RIG_ID,
    isShown: true,
    get text() {
      return rig.composing.of(this.id).text
    },
    write({ text }) {
      rig.composing.dispatch(this.id, { type: 'typed', text, caret: null })
      return Promise.resolve()
    },
  }
})
afterEach(() => void vi.useRealTimers())

function call(text: string): Promise<boolean> {
  rig.type(text)
  return callAgain()
}

function callAgain(): Promise<boolean> {
  const commands = { run: () => null, whyNot: () => null }
  const doors = { app: rig, commands, showSetting: () => {} }
  return callCommand(field, doors, () => new Promise((resolve) => (find = resolve)))
}

/** The server answers, once the commands of the person were searched. */
async function answerPrompt(): Promise<void> {
  find([])
  await settled()
  rig.host.last('mcp.prompts').answer({ prompts: [prompt] })
  await settled()
  rig.host.last('mcp.prompt').answer({ text: 'From the server' })
  await settled()
}

/** Neither the person nor a server has such a command. */
async function answerNone(): Promise<void> {
  find([])
  await settled()
  rig.host.last('mcp.prompts').answer({ prompts: [] })
  await settled()
}

describe('what a command stands for', () => {
  test('takes the place of the call', async () => {
    void call('/fix')
    find([own])
    await settled()
    expect(rig.now().text).toBe('Fix it.')
    void call('/s:p')
    await answerPrompt()
    expect(rig.now().text).toBe('From the server')
  })

  test.each([
    ['of the person', '/fix', () => Promise.resolve(find([own]))],
    ['of a server', '/s:p', answerPrompt],
  ])('%s does not replace what was typed meanwhile', async (_, text, load) => {
    void call(text)
    rig.type(`${text} and more`)
    await load()
    await settled()
    expect(rig.now().text).toBe(`${text} and more`)
    expect(rig.now().notice?.code).toBe('invalidInput')
  })

  test.each([
    ['the field shows another conversation', () => (field.id = OTHER)],
    ['the field has left the page', () => (field.isShown = false)],
  ])('goes into its own conversation if %s by then', async (_, happens) => {
    rig.composing.dispatch(OTHER, { type: 'typed', text: 'Theirs', caret: null })
    void call('/s:p')
    happens()
    await answerPrompt()
    expect(rig.now().text).toBe('From the server')
    expect(rig.composing.of(OTHER).text).toBe('Theirs')
  })
})

test('/rename takes the new title, which comes back if it is refused', async () => {
  void call('/rename Of free ports ')
  await settled()
  const request = rig.host.last('conversation.rename')
  expect(inputOf(request)).toEqual({ conversationId: RIG_ID, title: 'Of free ports ' })
  expect(rig.now().text).toBe('')
  request.refuse(appError('storage', 'The disk is full.'))
  await settled()
  expect(rig.now().text).toBe('/rename Of free ports ')
  expect(rig.now().notice?.message).toBe('The disk is full.')
})

test('what a summary should keep comes back if the summary is refused', async () => {
  void call('/compact keep the plan')
  await settled()
  expect(rig.now().text).toBe('')
  rig.host.last('turn.compact').refuse(appError('busy', 'The agent is busy.'))
  await settled()
  expect(rig.now().text).toBe('/compact keep the plan')
})

test.each([
  [
    '/nonsense foo',
    'There is no command “/nonsense”. To send this as a message, press Enter again.',
  ],
  [
    '/model opus',
    'The command “/model” takes no text after it. To send this as a message, press Enter again.',
  ],
])('%s is sent only when it is sent again, and it is said why', async (text, sentence) => {
  const first = call(text)
  await answerNone()
  expect(await first).toBe(true)
  expect([rig.now().text, rig.now().notice?.message]).toEqual([text, sentence])
  const second = callAgain()
  await answerNone()
  expect(await second).toBe(false)
})

test('a text that was sent in spite of the warning, and came back because the agent works, is not warned of again', async () => {
  void call('/nonsense foo')
  await answerNone()
  rig.composing.send(RIG_ID, ASK)
  await settled()
  rig.host.last('message.send').refuse(appError('busy', 'The agent is working.'))
  await settled()
  expect(rig.now()).toMatchObject({ text: '/nonsense foo', busy: { code: 'busy' } })
  const chosen = callAgain()
  await answerNone()
  expect(await chosen).toBe(false)
})

test('a path at the beginning of a message is no call', async () => {
  const sent = call('/usr/bin is full')
  find([])
  expect(await sent).toBe(false)
  expect(rig.now().notice).toBeNull()
})
