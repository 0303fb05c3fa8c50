import { expect, test } from 'vitest'
import { BlobHash } from '../../../shared/ids.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { buildRequest } from './build-request.ts'
import { READ_FILE, sharesOf } from './context-shares.ts'
import { estimateTokens, IMAGE_TOKENS, usedTokens } from './context-window.ts'
import { withInstructions } from './system-prompt.ts'
import { testAttachment } from '../testing/test-attachment.ts'
import { agent, call, imageResult, place, result, text, user } from '../testing/test-messages.ts'

const PROMPT = 'Be brief. '.repeat(35)
const TOOLS = [{ name: 'bash', description: 'x'.repeat(7_000), inputSchema: {} }]
const BARE = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }

function shares(...contents: readonly MessageContent[]): ReturnType<typeof sharesOf> {
  return sharesOf(buildRequest(place(contents), BARE), { systemPrompt: '', notes: [] })
}

test('the system prompt and the tools count as themselves, folder instructions as a file', () => {
  const request = buildRequest([], { ...BARE, system: PROMPT, tools: TOOLS })
  expect(sharesOf(request, { systemPrompt: PROMPT, notes: [] })).toEqual({
    system: 100,
    tools: estimateTokens(JSON.stringify(TOOLS)),
    files: 0,
    messages: 0,
    images: 0,
  })
  const said = withInstructions(PROMPT, { name: 'AGENTS.md', isCut: false }, 'x'.repeat(3_500))
  const instructed = sharesOf(buildRequest([], { ...BARE, system: said, tools: [] }), {
    systemPrompt: PROMPT,
    notes: [],
  })
  expect(instructed.system).toBe(100)
  expect(instructed.files).toBeGreaterThanOrEqual(1_000)
  expect(instructed.files).toBeLessThan(1_060)
})

test('instructions carried by a message count as files too', () => {
  const file = { blob: BlobHash.parse('a'.repeat(64)), isCut: false, text: 'x'.repeat(3_500) }
  const notes = [{ path: 'AGENTS.md', file }]
  const request = buildRequest(place([{ ...user('Go'), instructions: notes }]), BARE)
  const { files, messages } = sharesOf(request, { systemPrompt: '', notes })
  expect(files).toBe(1_000)
  expect(messages).toBeLessThan(60)
})

test('each message counts its text and the markup around it', () => {
  expect(shares(user('xxxxxxx')).messages).toBe(4 + 2)
})

test('what was read as a file counts as a file, and the output of a command does not', () => {
  const words = 'x'.repeat(3_500)
  const by = (name: string): ReturnType<typeof sharesOf> => {
    const asked = { ...call('a'), name } as ReturnType<typeof call>
    return shares(user('Go'), agent(asked), result(1, 0, words), agent(text('So it is')))
  }
  expect(by('bash').files).toBe(0)
  expect(by(READ_FILE).files).toBe(1_000)
  expect(by('bash').messages - by(READ_FILE).messages).toBeGreaterThanOrEqual(995)
})

test('images are counted separately, wherever they appear', () => {
  const look = { ...user('Look'), attachments: [testAttachment('a.png')] }
  const asked = { ...call('a'), name: READ_FILE } as ReturnType<typeof call>
  const seen = shares(look, agent(asked), imageResult(1, 0, 'b.png'))
  expect(seen.images).toBe(2 * IMAGE_TOKENS)
  expect(seen.messages + seen.files).toBeLessThan(200)
})

test('the parts add up to the estimate of the request', () => {
  const messages = place([
    { ...user('x'.repeat(700)), attachments: [testAttachment('a.png')] },
    agent(text('y'.repeat(1_400)), call('a')),
    result(1, 0, 'z'.repeat(2_800)),
  ])
  const frame = { ...BARE, system: PROMPT, tools: TOOLS }
  const parts = Object.values(
    sharesOf(buildRequest(messages, frame), { systemPrompt: PROMPT, notes: [] }),
  )
  const sum = parts.reduce((all, part) => all + part, 0)
  const whole = usedTokens(messages, frame)
  expect(Math.abs(sum - whole)).toBeLessThan(whole * 0.02)
})
