import { expect, test } from 'vitest'
import type { AppError } from '../../../../shared/app-error.ts'
import type { DiagnosticsPage, DiagnosticsWanted } from '../../../../shared/storage/diagnostics.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { Result } from '../../../../shared/result.ts'
import { testContext } from '../../../core/testing/test-context.ts'
import { ManualTime } from '../../fakes/manual-time.ts'
import { MemoryStore } from '../../fakes/memory/memory-store.ts'
import { World } from '../../fakes/world.ts'
import { logOfDiagnostics } from './diagnostics-log.ts'
import { verifyConversation } from './verify-history.ts'

const ID = 'c1' as ConversationId
const ASKING = { ...testContext(), permissionMode: 'ask' as const }

interface File {
  readonly facts: object
  readonly log: readonly object[]
  readonly conversation?: { readonly stored: { readonly state?: { readonly type: string } } }
  readonly events?: readonly { readonly seq: number; readonly body: object }[]
  readonly messages?: readonly { readonly seq: number; readonly content: object }[]
}

/** All parts together, and how many there were. */
async function fileOf(
  world: World,
  wanted: Pick<DiagnosticsWanted, 'conversationId' | 'withTexts'>,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly text: string; readonly file: File; readonly parts: number }> {
  const parts: string[] = []
  let from: DiagnosticsWanted['from'] = null
  do {
    const page: Result<DiagnosticsPage, AppError> = await world.request('diagnostics.read', {
      ...wanted,
      from,
    })
    if (!page.ok) throw new Error(page.error.message)
    parts.push(page.value.text)
    from = page.value.next
    await meanwhile()
  } while (from !== null)
  const text = parts.join('')
  return { text, file: JSON.parse(text) as File, parts: parts.length }
}

/** Where a replay of the file differs from what it says is stored; null if it does not; why it cannot be replayed. */
async function differenceIn(file: string): Promise<unknown> {
  const log = logOfDiagnostics(file)
  if (!log.ok) return log.error
  const pacing = { clock: new ManualTime(), pause: () => Promise.resolve() }
  return (await verifyConversation(log.value, ID, pacing)).difference
}

/** People and the model say what may not get out, in every place that takes words; what leaks is told by `whisper`. */
async function confide(): Promise<World> {
  const context = { ...ASKING, systemPrompt: 'whisper-prompt', folder: '/home/whisper' }
  const world = new World(new MemoryStore(), new ManualTime(), { context })
  await world.send('whisper taint')
  world.model.last.callBash('whisper-denied', 'whisper-allowed')
  await world.time.settle()
  await world.answerApprovals({ type: 'deny', reason: 'whisper' })
  world.model.last.reply(
    [
      {
        type: 'toolCall',
        providerCallId: 'x',
        name: 'whisper_tool',
        input: { type: 'object', value: { whisper: 'whisper' } },
      },
    ],
    'toolUse',
  )
  await world.time.settle()
  world.model.last.callBash('whisper-run')
  await world.time.settle()
  const rule = { tool: 'bash', subject: 'whisper-run', match: 'exact' } as const
  await world.answerApprovals({ type: 'always', rule })
  world.tools.last.finish('whisper-output')
  await world.time.settle()
  world.model.last.spawn('whisper-task')
  await world.time.settle()
  world.model.last.submit('whisper-result')
  await world.time.settle()
  await world.request('conversation.configure', {
    conversationId: ID,
    systemPrompt: 'whisper-again',
  })
  world.model.last.callBash('whisper-waiting')
  await world.time.settle()
  expect(world.state.type).toBe('awaitingApproval')
  return world
}

test('it has the log and the events of a conversation, and nothing that was said in it', async () => {
  const world = await confide()
  const { file, text } = await fileOf(world, { conversationId: ID, withTexts: false })
  expect(text).not.toMatch(/whisper|taint/)
  expect(file.facts).toEqual({ phoenix: 'test' })
  expect(file.log).toEqual([{ what: 'a line' }, { what: 'another' }])
  const rows = world.store.records.get(ID)?.rows ?? []
  expect(file.events?.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq))
  expect(file.conversation?.stored.state?.type).toBe('awaitingApproval')
  expect(JSON.stringify(file.events)).toMatch(/"toolFinished".*"childChanged"/)
  expect(JSON.stringify(file.events)).toContain('"name":"bash"')
  expect(file.messages?.[0]?.content).toMatchObject({ type: 'user', text: '[13 characters]' })
})

test('even with the texts, the keys that Phoenix knows are removed, and it says that others are not', async () => {
  const { file, text } = await fileOf(await confide(), { conversationId: ID, withTexts: true })
  for (const words of ['whisper [secret]', 'whisper-run', 'whisper-prompt', 'whisper-task']) {
    expect(text).toContain(words)
  }
  expect(text).not.toContain('taint')
  expect(file).toMatchObject({ about: expect.stringMatching(/Other keys and passwords are not/) })
})

test('without a conversation it has only the log and the settings', async () => {
  const { file } = await fileOf(new World(), { conversationId: null, withTexts: false })
  expect(Object.keys(file)).toEqual(['about', 'facts', 'settings', 'log'])
})

test('a long log arrives in parts, each row once and in order', async () => {
  const world = new World()
  for (let n = 0; n < 60; n += 1) {
    await world.send(n === 0 ? 'x'.repeat(300_000) : 'Go')
    world.model.last.replyText('Gone.')
    await world.time.settle()
  }
  const { file, parts } = await fileOf(world, { conversationId: ID, withTexts: true })
  const rows = world.store.records.get(ID)?.rows ?? []
  expect(rows.length).toBeGreaterThan(200)
  expect(file.events?.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq))
  expect(file.messages?.map(({ seq }) => seq)).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
  expect(parts).toBe(5)
})

test('what a conversation does while its file is read is not in it, and the file replays', async () => {
  const world = await confide()
  const before = world.store.records.get(ID)?.rows.length
  const wanted = { conversationId: ID, withTexts: true }
  const { file, text } = await fileOf(world, wanted, async () => {
    await world.answerApprovals({ type: 'deny', reason: 'no' })
    world.model.last.callBash('more')
    await world.time.settle()
  })
  expect(world.store.records.get(ID)?.rows.length).toBeGreaterThan(before ?? 0)
  expect(file.events).toHaveLength(before ?? 0)
  expect(await differenceIn(text)).toBeNull()
})

test('unreadable parts say so, and the rest is there', async () => {
  const world = await confide()
  const unknown = 'gone' as ConversationId
  const { file } = await fileOf(world, { conversationId: unknown, withTexts: false })
  expect(file.events).toEqual([{ seq: 0, fault: 'unreadable' }])
  expect(file.messages).toEqual([{ seq: 0, fault: 'unreadable' }])
  expect(file.log).toHaveLength(2)
})

test('a file with its texts replays like the stored conversation, and a changed word is found', async () => {
  const { text } = await fileOf(await confide(), { conversationId: ID, withTexts: true })
  expect(text).toContain('the user did not allow this call')
  expect(await differenceIn(text)).toBeNull()
  const changed = text.replace('the user did not allow this call', 'nobody allowed this call')
  expect(await differenceIn(changed)).toMatchObject({ what: expect.stringMatching(/^message /) })
  for (const unfit of [
    '',
    '{}',
    (await fileOf(await confide(), { conversationId: ID, withTexts: false })).text,
  ]) {
    expect(await differenceIn(unfit)).toMatch(/Include what was said/)
  }
})
