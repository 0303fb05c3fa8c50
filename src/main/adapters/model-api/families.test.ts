import { expect, test } from 'vitest'
import { FAMILIES } from '../../../../e2e/fake-model-server/families.ts'
import { FamilyChat } from './fakes/family-chat.ts'

/** What each refuses once, for it has to be learnt. */
const LEARNT = {
  deepSeek: ['The `reasoning_content` in the thinking mode must be passed back to the API.'],
  kimi: ['thinking is enabled'],
  gemini: ['thought_signature'],
  glm: [],
  mistral: ['Tool call id'],
  openRouter: [],
  openai: [],
  geminiNative: [],
} as const

const NAMES = Object.keys(FAMILIES) as (keyof typeof FAMILIES)[]

test.each(NAMES)(
  'a conversation with %s goes on through rounds, a restart, Stop, another model and back, a rewind and a summary, and each refusal teaches',
  async (name) => {
    const family = FAMILIES[name]
    const other = name === 'glm' ? FAMILIES.openRouter : FAMILIES.glm
    const chat = await FamilyChat.begin(family, other)
    await chat.say('Work', 20)
    await chat.dieAtWork('And then', 3)
    await chat.stop('Wait')
    await chat.say('Go on', 3)
    expect(chat.refusedBy(family)).toEqual([])
    await chat.choose(other)
    await chat.say('You now', 3)
    await chat.dieAtWork('You two', 3, family)
    await chat.say('You again', 3)
    await chat.rewind()
    await chat.say('Otherwise', 3)
    await chat.compact()
    await chat.say('At last', 3)
    expect(chat.doneRounds).toBeGreaterThan(30)
    expect(chat.world.state).toEqual({ type: 'idle', unfinished: null })
    expect(chat.world.contents.filter(({ type }) => type === 'error')).toEqual([])
    expect(chat.refusedBy(family)).toEqual(LEARNT[name])
    expect(chat.refusedBy(other)).toEqual([])
    await chat.end()
  },
)

test.each(NAMES)(
  'each of 50 rounds with %s begins with every byte of the one before',
  async (name) => {
    const chat = await FamilyChat.begin(FAMILIES[name])
    await chat.say('Work', 50)
    const sent = chat.requestsTo(FAMILIES[name]).map(({ body }) => {
      const { messages, input, contents, ...frame } = body
      const said = withoutMarks(JSON.stringify(messages ?? input ?? contents)).slice(0, -1)
      return { frame: JSON.stringify(frame), messages: said }
    })
    expect(sent).toHaveLength(51)
    sent.slice(1).forEach(({ frame, messages }, index) => {
      expect(messages.startsWith(sent[index]?.messages ?? '-')).toBe(true)
      expect(frame).toBe(sent[index]?.frame)
    })
    await chat.end()
  },
)

/**
 * Marks that say how far to cache move with the end. They are no part of what is cached, nor is the form that they need: one
 * part of text and the text itself are the same to a model.
 */
function withoutMarks(json: string): string {
  return json
    .replaceAll(/,"cache_control":\{[^}]*\}/g, '')
    .replaceAll(/"content":\[\{"type":"text","text":("(?:[^"\\]|\\.)*")\}\]/g, '"content":$1')
}
