import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { encodeParams } from '../anthropic/encode-params.ts'
import { inspectCalls } from '../../runtime/conversation/inspect-calls.ts'
import { entriesUnder } from '../folder-files/entries-under.ts'
import { offeredTools } from '../mcp/offered-tools.ts'
import { bytesOf } from '../model-api/transport/whole-body.ts'
import { namesIn } from '../ripgrep/names.ts'
import { listing } from '../tools/reading/listing.ts'
import { linesIn } from '../tools/reading/matches.ts'
import { byCodeUnits, firstInOrder } from './in-slices.ts'

const MANY = 40_000
const NAMES = Array.from({ length: MANY }, (_, at) => `f/${(at * 7_919) % MANY}`)

/** How often others had a turn during the work. */
async function turnsDuring(work: () => unknown): Promise<number> {
  const over = new AbortController()
  const others = (async (): Promise<number> => {
    let turns = 0
    for (; !over.signal.aborted; turns += 1) await turn()
    return turns
  })()
  await work()
  over.abort()
  return others
}

/** Tools as a server lists them. */
const TOOLS = NAMES.slice(0, 1_000).map((name) => ({ name, inputSchema: { type: 'object' } }))

const LINES = Buffer.from(NAMES.map((name, at) => `/held\0${at + 1}:${name}\n`).join(''))

const LONG_REQUEST = {
  model: 'm',
  max_tokens: 1,
  stream: true as const,
  messages: NAMES.map((content) => ({ role: 'user' as const, content })),
}

/** Inspects a reply of many calls, as a tool does that looks at no file. */
function inspectMany(): Promise<unknown> {
  const blocks = NAMES.slice(0, 1_000).map((callId) => {
    return { type: 'toolCall', callId, name: 'think', input: { type: 'object', value: {} } }
  })
  const check = { type: 'unusable', text: '' }
  const given = [
    'work',
    blocks,
    { tools: { inspect: () => Promise.resolve({ check }) }, timers: { soon: setImmediate } },
    { running: { startTimer: () => undefined, stopTimer: () => undefined } },
  ] as unknown as Parameters<typeof inspectCalls>
  return inspectCalls(...given)
}

interface Keyed {
  readonly key: number
}

function byKey(one: Keyed, other: Keyed): number {
  return one.key - other.key
}

test.each([
  ['names of a walk', () => namesIn(Buffer.from(`${NAMES.join('\0')}\0`))],
  ['lines of a listing', () => listing(NAMES, { depth: 3, most: 10 })],
  ['entries of a folder', () => entriesUnder(NAMES, 'f/')],
  ['lines of a file', () => linesIn({ output: LINES, nameByPath: new Map([['/held', 'a']]) })],
  ['tools of a server', () => offeredTools('server', TOOLS)],
  ['calls of a reply', inspectMany],
  ['messages of a request', () => encodeParams(LONG_REQUEST)],
  ['bytes of a request', () => bytesOf('é'.repeat(4_000_000))],
])('others get their turn during work on many %s', async (_, work) => {
  expect(await turnsDuring(work)).toBeGreaterThan(8)
})

test.each([1, 999, 5_000, MANY, Infinity])(
  'the first %d of many are those of a sort',
  async (most) => {
    const first = await firstInOrder(NAMES, most, byCodeUnits)
    expect(first).toEqual(NAMES.toSorted().slice(0, most))
  },
)

test('of equal items the order stays', async () => {
  const items = NAMES.map((name, at) => ({ name, at, key: at % 3 }))
  expect(await firstInOrder(items, 10_000, byKey)).toEqual(items.toSorted(byKey).slice(0, 10_000))
})
