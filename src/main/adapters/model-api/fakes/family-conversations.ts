import { expect } from 'vitest'
import { FAMILIES } from '../../../../../e2e/fake-model-server/families.ts'
import type { Family } from '../../../../../e2e/fake-model-server/family.ts'
import { documentsFor } from './family-documents.ts'
import { FamilyChat } from './family-chat.ts'

export type FamilyName = keyof typeof FAMILIES

export const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[]

/** The refusals that each family sends once, because only they reveal a requirement. */
const LEARNT: { readonly [Name in FamilyName]?: readonly string[] } = {
  deepSeek: ['The `reasoning_content` in the thinking mode must be passed back to the API.'],
  kimi: ['thinking is enabled'],
  gemini: ['thought_signature'],
  mistral: ['Tool call id'],
}

/** The family that is asked in between. */
function otherThan(name: FamilyName): FamilyName {
  if (name === 'glm') return 'openRouter'
  return name === 'bedrock' || name === 'vertex' ? 'anthropic' : 'glm'
}

/**
 * Takes a conversation that begins with this many rounds through a restart, Stop, another model and back, a rewind, a fork
 * and a summary; only refusals that reveal a requirement are allowed. Resolves to the number of all rounds.
 */
export async function exerciseFamily(name: FamilyName, rounds: number): Promise<number> {
  const family = FAMILIES[name]
  const other = FAMILIES[otherThan(name)]
  const chat = await FamilyChat.begin(family, other)
  const pdf = await chat.pdf()
  await chat.say('Work', rounds, [pdf.attachment])
  await chat.dieAtWork('And then', 3)
  await chat.stop('Wait')
  await chat.say('Go on', 3)
  expect(chat.refusedBy(family)).toEqual([])
  await chat.choose(other)
  await chat.say('You now', 3)
  await chat.dieAtWork('You two', 3, family)
  await chat.say('You again', 3)
  expectDocument(chat, family, pdf.base64)
  expectDocument(chat, other, pdf.base64)
  await chat.rewind()
  await chat.say('Otherwise', 3)
  await chat.fork('Beside', 3)
  await chat.compact()
  await chat.say('At last', 3)
  expect(chat.world.state).toEqual({ type: 'idle', unfinished: null })
  expect(chat.world.contents.filter(({ type }) => type === 'error')).toEqual([])
  expect(chat.world.contents.filter(({ type }) => type === 'summary')).toHaveLength(1)
  expect(chat.refusedBy(family)).toEqual(LEARNT[name] ?? [])
  expect(chat.refusedBy(other)).toEqual([])
  await chat.end()
  return chat.doneRounds
}

/**
 * This many rounds, an edit of AGENTS.md and a summary: each request begins with every byte of the one before, in the same
 * frame.
 */
export async function checkPrefixKept(name: FamilyName, rounds: number): Promise<void> {
  const chat = await FamilyChat.begin(FAMILIES[name])
  const pdf = await chat.pdf()
  chat.instruct('Use tabs.')
  await chat.say('Work', rounds / 2, [pdf.attachment])
  chat.instruct('Use spaces.')
  await chat.say('Go on', rounds / 2)
  await chat.compact()
  expectDocument(chat, FAMILIES[name], pdf.base64)
  const sent = chat.requestsTo(FAMILIES[name]).map(({ body }) => {
    const { messages, input, contents, ...frame } = body
    const history = withoutMarks(JSON.stringify(messages ?? input ?? contents)).slice(0, -1)
    return { frame: JSON.stringify(frame), messages: history }
  })
  expect(sent).toHaveLength(rounds + 3)
  expect(sent.at(-1)?.messages).toContain('Summarise the conversation above')
  for (const words of ['Use tabs.', 'AGENTS.md has changed', 'Use spaces.']) {
    expect(sent.at(-1)?.messages).toContain(words)
  }
  sent.slice(1).forEach(({ frame, messages }, index) => {
    expect(messages.startsWith(sent[index]?.messages ?? '-')).toBe(true)
    expect(frame).toBe(sent[index]?.frame)
  })
  await chat.end()
}

/** Expects the PDF in each request so far if the family accepts documents, otherwise its text. */
function expectDocument(chat: FamilyChat, family: Family, base64: string): void {
  const isShown = documentsFor(family) !== null
  for (const { body } of chat.requestsTo(family)) {
    const sent = JSON.stringify(body)
    expect(sent.split(base64)).toHaveLength(isShown ? 2 : 1)
    expect(sent).toContain(isShown ? 'The document follows' : 'Page 1 of the plan')
  }
}

/**
 * Removes the cache markers, which move with the end. They are not part of what is cached, and neither is the form that they
 * require: to a model, one part of text is the same as the text.
 */
function withoutMarks(json: string): string {
  return json
    .replaceAll(/,"cache_control":\{[^}]*\}/g, '')
    .replaceAll(/"content":\[\{"type":"text","text":("(?:[^"\\]|\\.)*")\}\]/g, '"content":$1')
}
