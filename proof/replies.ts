import type { Block } from '../src/shared/content.ts'
import { ReplyEnd } from '../src/shared/message.ts'
import type { CallFacts, InputOf } from '../src/main/core/event.ts'
import { DEFAULT_CAPS } from '../src/main/core/context.ts'

/** What a reply says and calls, before its end is chosen. */
export interface Said {
  readonly label: string
  readonly blocks: readonly Block[]
  readonly calls: readonly CallFacts[]
}

const input = { type: 'object', value: {} } as const

/** The longest that a tool may run: the path of failures is measured with it. */
const LONGEST_TOOL_MS = 600_000

/** A call of each kind that a verdict tells apart. */
const CALLS = {
  runnable: {
    name: 'bash',
    input,
    digest: 'd',
    check: { type: 'runnable', limitMs: LONGEST_TOOL_MS },
  },
  unusable: {
    name: 'bash',
    input,
    digest: 'd',
    check: { type: 'unusable', text: 'no such tool' },
  },
} as const satisfies Readonly<Record<string, CallFacts>>

const text: Block = { type: 'text', text: 'words' }
const blank: Block = { type: 'text', text: ' ' }
const { runnable, unusable } = CALLS

/** 0, 1, 2 and many calls; one more than a reply may make. */
export const REPLIES: readonly Said[] = [
  { label: 'nothing', blocks: [], calls: [] },
  { label: 'blank', blocks: [blank], calls: [] },
  { label: 'text', blocks: [text], calls: [] },
  ...Object.entries(CALLS).map(([kind, call]) => said(`${kind} call`, [call])),
  said('text, runnable call', [runnable], [text]),
  { ...said('runnable call, text', [runnable]), blocks: [blockOf(runnable), text] },
  said('2 runnable calls', [runnable, runnable]),
  said('unusable call, runnable call', [unusable, runnable]),
  said('runnable call, unusable call', [runnable, unusable]),
  said('2 unusable calls', [unusable, unusable]),
  said(
    'many calls',
    Array.from({ length: DEFAULT_CAPS.callsPerReply + 1 }, () => runnable),
  ),
]

function said(label: string, calls: readonly CallFacts[], before: readonly Block[] = []): Said {
  return { label, blocks: [...before, ...calls.map(blockOf)], calls }
}

function blockOf(call: CallFacts): Block {
  return { type: 'toolCall', providerCallId: 'call', name: call.name, input: call.input }
}

export const ENDS = ReplyEnd.options
export const FOLLOWS: readonly InputOf<'llmResponded'>['follows'][] = ['message', 'results']
