import { expect, test } from 'vitest'
import { NO_SPEND } from '../../shared/models/price.ts'
import { ConversationId, MessageId, WorkId } from '../../shared/ids.ts'
import { type UntimedRunEvent, jsonReport, plainReport } from './run-report.ts'

function reported(
  isShown: boolean,
  happened: readonly UntimedRunEvent[],
): { out: string; err: string } {
  const said = { out: '', err: '' }
  const report = plainReport({
    isShown,
    print: (text) => (said.out += text),
    note: (line) => (said.err += `${line}\n`),
  })
  happened.forEach(report)
  return said
}

const delta = (text: string, request = 'r1'): UntimedRunEvent => ({
  type: 'delta',
  requestId: WorkId.parse(request),
  text,
})
const reply = (text: string, isAnswer = true): UntimedRunEvent => ({
  type: 'reply',
  messageId: MessageId.parse('m1'),
  model: 'x',
  text,
  isAnswer,
  calls: [],
})

test('in a pipe the answer is printed once it is saved, exactly, and progress goes to standard error', () => {
  expect(
    reported(false, [delta('A \u001B[2J'), reply('First.', false), reply('A \u001B[2J')]),
  ).toEqual({
    out: 'A \u001B[2J\n',
    err: 'First.\n',
  })
})

test('a terminal gets it as it streams, once, without control characters', () => {
  expect(
    reported(true, [delta('One '), delta('\u001B[2Jtwo'), reply('One \u001B[2Jtwo and three')]),
  ).toEqual({
    out: 'One \\u{001B}[2Jtwo and three\n',
    err: '',
  })
})

test('a terminal shows emoji and joined letters as they are, wherever the pieces end', () => {
  const answer = '⚠️ 👩‍👩‍👧 1️⃣ می‌خواهم, a\u200Db ✔️'
  const units = answer.split('').map((unit) => delta(unit))
  const words = answer.split(/(?<= )/).map((word) => delta(word))
  for (const deltas of [[delta(answer)], units, words])
    expect(reported(true, [...deltas, reply(answer)]).out).toBe(
      '⚠️ 👩‍👩‍👧 1️⃣ می‌خواهم, a\\u{200D}b ✔️\n',
    )
  expect(reported(true, [reply('✔️ First.', false)]).out).toBe('✔️ First.\n')
})

test('a repeated request begins on a new line', () => {
  expect(reported(true, [delta('Half'), delta('Wh', 'r2'), reply('Whole')]).out).toBe(
    'Half\nWhole\n',
  )
})

test('JSON has a line for each, with its time', () => {
  let out = ''
  const report = jsonReport(
    { isShown: true, print: (text) => (out += text), note: () => undefined },
    () => 7,
  )
  report(delta('a\nb'))
  expect(out).toBe('{"at":7,"type":"delta","requestId":"r1","text":"a\\nb"}\n')
})

test('JSON holds no character that a terminal obeys, and is read as the same text', () => {
  let out = ''
  const report = jsonReport(
    { isShown: true, print: (text) => (out += text), note: () => undefined },
    () => 7,
  )
  const text = 'a\u009D0;b\u009C \u007F \u001B[2J'
  report(delta(text))
  expect(out).toMatch(/^[ -~]+\n$/)
  expect(JSON.parse(out)).toMatchObject({ text })
})

test('people read the names of models, also in notices and errors', () => {
  const { err } = reported(false, [
    {
      type: 'started',
      conversationId: ConversationId.parse('c1'),
      folder: '/app',
      model: 'work/claude-opus-4-8',
      permissions: 'ask',
      isResumed: false,
      host: 'own',
    },
    { type: 'notice', text: 'work/claude-opus-4-8 refused the request. It was asked again.' },
    {
      type: 'ended',
      outcome: 'failed',
      exitCode: 1,
      message: 'claude-opus-4-8 is busy.',
      spend: NO_SPEND,
    },
  ])
  expect(err.split('\n').slice(1)).toEqual([
    'Claude Opus 4.8 (work) refused the request. It was asked again.',
    'Claude Opus 4.8 (work) is busy.',
    '',
  ])
})
