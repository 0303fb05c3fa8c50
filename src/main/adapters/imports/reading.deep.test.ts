import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../shared/testing/any-text.ts'
import { activeMessages } from '../../../shared/messages/active-messages.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { SessionProgram } from '../../../shared/protocol/import-commands.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { buildRequest } from '../../core/request/build-request.ts'
import { validateRequest } from '../../core/request/validate-request.ts'
import { anyContents } from '../../core/testing/arbitrary-history.ts'
import { place } from '../../core/testing/test-messages.ts'
import { importedMessages } from '../../runtime/registry/imported-messages.ts'
import { parseJson } from './foreign-json.ts'
import { readOpencodeSession } from './read-opencode.ts'
import { READERS } from './read-session.ts'
import { sampleOf } from './samples.fixture.ts'
import type { ReadSession } from '../../runtime/ports/import-port.ts'

const ID = 'c' as ConversationId
const FRAME = { system: 's', tools: [], endpoint: 'anthropic', model: 'm' }
const LINES = {
  claudeCode: sampleOf('claude-code.jsonl'),
  codex: sampleOf('codex.jsonl'),
  pi: sampleOf('pi.jsonl'),
} as const

/** A strict provider's objections to a conversation that begins with it and that the user then continues. */
async function complaints({ messages }: ReadSession): Promise<readonly string[]> {
  const timers = { soon: (run: () => void) => void setImmediate(run) }
  const begun = await importedMessages(timers, messages, ID)
  expect(new Set(begun.map(({ id }) => id)).size).toBe(begun.length)
  if (begun.length === 0) return []
  const at = begun.length + 1
  const message = { type: 'user', text: 'Go on.', attachments: [], author: 'person' } as const
  const whole = [...begun.map((each, index) => ({ ...each, seq: index + 1 })), next(at)]
  function next(seq: number): Message {
    return { id: 'next' as Message['id'], at: 0, content: message, seq }
  }
  return validateRequest(buildRequest(activeMessages(whole), FRAME), { endsWithAgent: false })
}

/** A value that a broken or newer program may have written. */
const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('', 'user', 'assistant', 'tool_result', 'call_1', null, 0, -1),
)

/** The lines of a session with some missing, duplicated, moved, cut in the middle, or with a changed field. */
function damaged(text: string): fc.Arbitrary<string> {
  const lines = text.split('\n').filter((line) => line !== '')
  const line = fc
    .record({
      index: fc.nat(lines.length - 1),
      cut: fc.option(fc.nat(200)),
      path: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
      value: fc.option(anyValue),
    })
    .map(({ cut, index, path, value }) => {
      const whole = lines[index] ?? ''
      if (cut !== null) return whole.slice(0, cut)
      return value === null ? whole : JSON.stringify(replaced(JSON.parse(whole), path, value))
    })
  return fc.array(line, { maxLength: 30 }).map((all) => all.join('\n'))
}

/** Replaces the value at a place in JSON, given by the numbers of its fields. */
function replaced(json: unknown, [first = 0, ...path]: readonly number[], value: unknown): unknown {
  if (typeof json !== 'object' || json === null) return value
  const names = Object.keys(json)
  const name = names[first % Math.max(1, names.length)]
  if (name === undefined) return value
  const inner: unknown = Reflect.get(json, name)
  const changed = path.length === 0 ? value : replaced(inner, path, value)
  return Array.isArray(json)
    ? json.map((each: unknown, index) => (String(index) === name ? changed : each))
    : { ...json, [name]: changed }
}

test.for(['claudeCode', 'codex', 'pi'] as const)(
  'whatever is read from a damaged session of %s gives a valid request',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(damaged(LINES[format]), async (text) => {
        expect(await complaints(READERS[format](text))).toEqual([])
      }),
    )
  },
)

test('whatever is read from a damaged session of opencode gives a valid request', async () => {
  const files = Object.entries(parseJson(sampleOf('opencode-files.json')) ?? {})
  const of = (kind: string): unknown[] =>
    files.filter(([name]) => name.startsWith(kind)).map(([, json]) => json)
  const parts = of('part/')
  const messages = of('message/').map((info) => ({ info, parts }))
  const session = { info: of('session/')[0], messages }
  const anyPath = fc.array(fc.nat(40), { minLength: 1, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyPath, anyValue), { maxLength: 8 }), async (changes) => {
      const changed = changes.reduce<unknown>(
        (json, [path, value]) => replaced(json, path, value),
        session,
      )
      expect(await complaints(readOpencodeSession(changed as typeof session))).toEqual([])
    }),
  )
})

test('whatever is read from a damaged export of Phoenix gives a valid request', async () => {
  const anyPath = fc.array(fc.nat(20), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      anyContents,
      fc.nat(5),
      fc.array(fc.tuple(anyPath, anyValue), { maxLength: 4 }),
      async (contents, from, changes) => {
        const json = { format: 'phoenix-conversation', messages: place(contents).slice(from) }
        const changed = changes.reduce<unknown>((all, [p, value]) => replaced(all, p, value), json)
        expect(await complaints(READERS.phoenix(JSON.stringify(changed)))).toEqual([])
      },
    ),
  )
})

test('no text makes a reader throw', async () => {
  const formats = Object.keys(READERS) as readonly SessionProgram[]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...formats), anyText(), async (format, text) => {
      expect(await complaints(READERS[format](text))).toEqual([])
    }),
  )
})
