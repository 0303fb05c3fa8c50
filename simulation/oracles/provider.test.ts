import { describe, expect, test } from 'vitest'
import type { Block } from '../../src/shared/messages/content.ts'
import type { RequestBlock, RequestMessage } from '../../src/main/core/request/model-request.ts'
import { refusals } from './provider.ts'

const text = (words = 'Hi'): RequestBlock => ({ type: 'text', text: words })
const document: RequestBlock = {
  type: 'document',
  blob: '2'.repeat(64) as never,
  bytes: 1,
  mediaType: 'application/pdf',
  name: 'a.pdf',
  pages: 1,
  tokens: 1,
}
const image: RequestBlock = {
  type: 'image',
  name: 'a.png',
  blob: 'a'.repeat(64) as never,
  mediaType: 'image/png',
  bytes: 9,
}
const call = (id: string): RequestBlock => {
  return { type: 'toolCall', id, name: 'bash', input: { type: 'object', value: {} } }
}
const result = (id: string, words = 'out'): RequestBlock => {
  return { type: 'toolResult', id, isError: false, content: [{ type: 'text', text: words }] }
}
const thought = (words: string, signature = 'sig'): RequestBlock & Block => {
  return { type: 'thinking', text: words, signature }
}
const redacted: RequestBlock & Block = { type: 'redactedThinking', data: 'AAEC' }
const odd: RequestBlock = { type: 'other', json: { type: 'hologram' } }
const user = (...blocks: readonly RequestBlock[]): RequestMessage => ({ role: 'user', blocks })
const agent = (...blocks: readonly RequestBlock[]): RequestMessage => ({ role: 'agent', blocks })

interface Facts {
  readonly hasTools?: boolean
  readonly mayEndWithAgent?: boolean
  readonly thought?: readonly Block[]
}

function refused(messages: readonly RequestMessage[], facts: Facts = {}): readonly string[] {
  const all = { hasTools: true, mayEndWithAgent: false, thought: [], ...facts }
  return refusals({ system: 's', tools: [], messages }, all)
}

const ASKED = user(text('Go'))
const ROUND = [ASKED, agent(text(), call('a')), user(result('a'))]

describe('row 16 the strict provider of the simulation', () => {
  test.each<[string, RequestMessage[], Facts?]>([
    ['words alone', [ASKED]],
    ['an image with words', [user(image, text())]],
    ['a document with words', [user(text(), document, text())]],
    ['a whole exchange', [ASKED, agent(text()), user(text())]],
    ['a round', ROUND],
    ['a call without a word', [ASKED, agent(call('a')), user(result('a'))]],
    ['words behind results', [ASKED, agent(call('a')), user(result('a'), text())]],
    [
      'parallel calls, answered in any order',
      [ASKED, agent(call('a'), call('b')), user(result('b'), result('a'))],
    ],
    ['two rounds', [...ROUND, agent(call('b')), user(result('b'))]],
    ['the agent at the end, where it paused', [ASKED, agent(text())], { mayEndWithAgent: true }],
    ['a block of a new kind', [ASKED, agent(odd), user(text())]],
    [
      'what was thought, as it was thought',
      [ASKED, agent(thought('hm'), redacted, call('a')), user(result('a'))],
      { thought: [thought('hm'), redacted] },
    ],
    [
      'words, images and documents without tools',
      [user(image, document, text())],
      { hasTools: false },
    ],
  ])('takes %s', (_, messages, facts) => {
    expect(refused(messages, facts)).toEqual([])
  })

  test.each<[string, string, RequestMessage[], Facts?]>([
    ['an agent who begins', 'I5', [agent(text()), user(text())]],
    ['an agent at the end', 'I5', [ASKED, agent(text())]],
    ['calls at the end', 'I1', [ASKED, agent(call('a'))], { mayEndWithAgent: true }],
    ['two of the user in a row', 'roles', [ASKED, user(text())]],
    ['two of the agent in a row', 'roles', [ASKED, agent(text()), agent(text()), user(text())]],
    ['an empty message of the user', 'I6', [user()]],
    ['an empty message of the agent', 'I6', [ASKED, agent(), user(text())]],
    ['empty words', 'I6', [user(text(''))]],
    ['blank words', 'I6', [user(text(' \n\t'))]],
    ['blank words of the agent', 'I6', [ASKED, agent(text(' ')), user(text())]],
    ['blank words among others', 'I6', [user(text(), text(' '))]],
    ['a blank result', 'I6', [ASKED, agent(call('a')), user(result('a', ' '))]],
    ['half a character', 'UTF-16', [user(text('a\ud83d'))]],
    ['the other half', 'UTF-16', [ASKED, agent(text('\ude00')), user(text())]],
    ['a call of the user', 'toolCall', [user(call('a'))]],
    ['thinking of the user', 'thinking', [user(thought('hm'))]],
    ['a new kind of block of the user', 'other', [user(odd)]],
    ['an image of the agent', 'image', [ASKED, agent(image), user(text())]],
    ['a document of the agent', 'document', [ASKED, agent(document), user(text())]],
    ['a result of the agent', 'toolResult', [ASKED, agent(result('a')), user(text())]],
    ['a call without a result', 'I1', [ASKED, agent(call('a')), user(text())]],
    [
      'one of two calls without a result',
      'I1',
      [ASKED, agent(call('a'), call('b')), user(result('a'))],
    ],
    [
      'a result that comes a message late',
      'I1',
      [ASKED, agent(call('a')), user(text()), agent(text()), user(result('a'))],
    ],
    ['two results of one call', 'I1', [ASKED, agent(call('a')), user(result('a'), result('a'))]],
    [
      'a made-up result',
      'I1',
      [ASKED, agent(call('a')), user(result('a', 'Interrupted: this call has no result.'))],
    ],
    ['a result of nothing', 'I2', [user(result('a'))]],
    ['a result of another call', 'I2', [ASKED, agent(call('a')), user(result('a'), result('b'))]],
    ['a result of an earlier round', 'I2', [...ROUND, agent(text()), user(result('a'))]],
    ['words before a result', 'I3', [ASKED, agent(call('a')), user(text(), result('a'))]],
    [
      'words between results',
      'I3',
      [ASKED, agent(call('a'), call('b')), user(result('a'), text(), result('b'))],
    ],
    ['an image before a result', 'I3', [ASKED, agent(call('a')), user(image, result('a'))]],
    [
      'an id twice in a reply',
      'I4',
      [ASKED, agent(call('a'), call('a')), user(result('a'), result('a'))],
    ],
    ['an id of an earlier reply', 'I4', [...ROUND, agent(call('a')), user(result('a'))]],
    ['no id', 'I4', [ASKED, agent(call('')), user(result(''))]],
    ['thinking that is left out', 'I7', ROUND, { thought: [thought('hm')] }],
    ['thinking of nobody', 'I7', [ASKED, agent(thought('hm'), text()), ASKED]],
    [
      'thinking that was changed',
      'I7',
      [ASKED, agent(thought('hm '), text()), ASKED],
      { thought: [thought('hm')] },
    ],
    [
      'a signature that was changed',
      'I7',
      [ASKED, agent(thought('hm', 'Sig'), text()), ASKED],
      { thought: [thought('hm')] },
    ],
    [
      'thinking in another order',
      'I7',
      [ASKED, agent(redacted, thought('hm'), text()), ASKED],
      { thought: [thought('hm'), redacted] },
    ],
    ['calls without tools', 'without tools', ROUND, { hasTools: false }],
    [
      'thinking without tools',
      'without tools',
      [ASKED, agent(thought('hm'), text()), ASKED],
      { hasTools: false, thought: [thought('hm')] },
    ],
  ])('refuses %s (%s)', (_, promise, messages, facts) => {
    expect(refused(messages, facts).join('; ')).toContain(promise)
  })
})
