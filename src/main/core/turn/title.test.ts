import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../../shared/testing/any-text.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { MessageId, TurnId } from '../../../shared/ids.ts'
import type { Message, MessageContent, ReplyEnd } from '../../../shared/messages/message.ts'
import { testProperty } from '../testing/test-property.ts'
import { hasFirstAnswer, titleByModel, titleByPerson, titleFrom, titleRequest } from './title.ts'

function messages(...contents: readonly MessageContent[]): readonly Message[] {
  return contents.map((content, index) => {
    return { id: `m${index}` as MessageId, seq: index + 1, at: 0, content }
  })
}

function said(text: string): MessageContent {
  return { type: 'user', text, attachments: [], author: 'person' }
}

function answered(turn: string, end: ReplyEnd, text: string): MessageContent {
  const turnId = turn as TurnId
  return {
    type: 'agent',
    turnId,
    endpoint: 'anthropic',
    model: 'm',
    blocks: [{ type: 'text', text }],
    end,
    usage: NO_USAGE,
    price: null,
  }
}

describe('a title', () => {
  test('of the first message is its first line, cut at a word', () => {
    expect(titleFrom('  Fix it\nplease')).toBe('Fix it')
    expect(titleFrom('word '.repeat(40))).toMatch(/^(word )+word…$/)
  })

  test.each([
    ['"Fix the login test"', 'Fix the login test'],
    ['“Fix the login test.”', 'Fix the login test'],
    ['# Title: **Fix** the `login` test', 'Fix the login test'],
    ['\n\n- Fix the login test\nand more', 'Fix the login test'],
    ['Fix\u202e the\u0007 login', 'Fix the login'],
    ['Rename snake_case names', 'Rename snake_case names'],
    ["Don't close the server", "Don't close the server"],
  ])('that a model writes as %j is shown as %j', (raw, shown) => {
    expect(titleByModel(raw)).toBe(shown)
  })

  test.each(['', '   \n ', '***', '"…"', '\u200b'])('is not made from %j', (raw) => {
    expect(titleByModel(raw)).toBeNull()
  })

  testProperty(
    'is one line of at most 80 characters without control characters, from a person or a model',
    fc.property(anyText({ maxLength: 300 }), (raw) => {
      for (const title of [titleByModel(raw), titleByPerson(raw)]) {
        if (title === null) continue
        expect(title.length).toBeGreaterThan(0)
        expect(title.length).toBeLessThanOrEqual(80)
        expect(title).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
      }
    }),
  )

  test('of a person stays as written, including quotation marks', () => {
    expect(titleByPerson(' "Login" *again* ')).toBe('"Login" *again*')
    expect(titleByPerson(' \n ')).toBeNull()
  })

  test('is requested without tools, from the first question and the last answer, both cut', () => {
    const history = messages(
      said('q'.repeat(9_000)),
      answered('t1', 'toolUse', 'on the way'),
      answered('t1', 'endTurn', 'the end'),
    )
    const request = titleRequest(history)
    expect(request?.tools).toEqual([])
    const text = JSON.stringify(request?.messages)
    expect(text).toContain('the end')
    expect(text.length).toBeLessThan(5_000)
    expect(titleRequest([])).toBeNull()
  })

  test('is requested after the first completed turn, and after no other', () => {
    const first = [said('q'), answered('t1', 'toolUse', ''), answered('t1', 'endTurn', 'a')]
    expect(hasFirstAnswer(messages(said('q')))).toBe(false)
    expect(hasFirstAnswer(messages(...first.slice(0, 2)))).toBe(false)
    expect(hasFirstAnswer(messages(...first))).toBe(true)
    const second = [said('r'), answered('t2', 'endTurn', 'b')]
    expect(hasFirstAnswer(messages(...first, ...second))).toBe(false)
  })
})
