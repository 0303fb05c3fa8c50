import { assertNever } from '../../shared/assert-never.ts'
import type { Attachment } from '../../shared/messages/attachment.ts'
import { callIdOf } from '../../shared/messages/call-id.ts'
import { type Block, type CallInput } from '../../shared/messages/content.ts'
import type { LiveCall, LiveReply } from '../../shared/conversation/conversation.ts'
import type { CallId, MessageId, WorkId } from '../../shared/ids.ts'
import type { EditsTarget } from '../../shared/conversation/edits.ts'
import type { HookRun } from '../../shared/conversation/hook-run.ts'
import type { ShellCommand } from '../../shared/conversation/shell-command.ts'
import type { ErrorKind, Message, ReplyEnd } from '../../shared/messages/message.ts'
import { wordsOfUnreadable } from '../../shared/messages/unreadable.ts'
import { modelName } from '../../shared/models/model-name.ts'
import { type Spend, spendOf } from '../../shared/models/price.ts'
import { gitNoteIn } from '../../shared/messages/git-note.ts'
import { rewoundIn } from '../../shared/messages/active-messages.ts'
import { wordsOfUndo } from './shown-edits.ts'
import { resultsOf, type ShownResult } from './shown-results.ts'
import { beginningAt, endOfSummarisedPart } from './summary-reach.ts'
import { type ShownSource, type ShownStep, shownStep, sourcesOf } from './web-steps.ts'
import { withWholeTexts } from './whole-texts.ts'

/** One piece of a reply. Its key is the same while streamed and when stored, so the page keeps what it has drawn. */
export type Part =
  | { readonly key: string; readonly type: 'thinking'; readonly text: string }
  | { readonly key: string; readonly type: 'text'; readonly text: string }
  | { readonly key: string; readonly type: 'unknown'; readonly name: string }
  /** A step of a tool at the provider. */
  | { readonly key: string; readonly type: 'step'; readonly step: ShownStep }
  | { readonly key: string; readonly type: 'sources'; readonly sources: readonly ShownSource[] }
  | { readonly key: string; readonly type: 'call'; readonly call: ShownCall }
  /** A call that is being written. */
  | { readonly key: string; readonly type: 'growing'; readonly call: LiveCall }

export interface ShownCall {
  readonly callId: CallId
  readonly name: string
  readonly input: CallInput
  readonly result: ShownResult | null
}

export interface ShownReply {
  readonly key: string
  readonly at: number
  readonly model: string
  readonly end: ReplyEnd
  readonly parts: readonly Part[]
}

export type SingleItem =
  | {
      readonly type: 'you'
      readonly key: MessageId
      readonly at: number
      readonly text: string
      readonly attachments: readonly Attachment[]
    }
  /** All replies up to a person's next message, shown as one article. */
  | { readonly type: 'agent'; readonly key: string; readonly replies: readonly ShownReply[] }
  | {
      readonly type: 'system'
      readonly key: string
      readonly text: string
      /** The line under which the text is folded. Absent: it is shown. */
      readonly title?: string
      /** The hook runs that the item reports. Absent if none. */
      readonly hooks?: readonly HookRun[]
    }
  | {
      readonly type: 'undo'
      readonly key: string
      readonly text: string
      readonly target: EditsTarget
    }
  /** Replaces, for the model, the messages above it, or in a fork those of the original conversation. */
  | {
      readonly type: 'summary'
      readonly key: string
      readonly text: string
      readonly model: string | null
      readonly spend: Spend
      /**
       * The beginning of the first message above that is not summarised; empty if not loaded. Null if all above is
       * summarised.
       */
      readonly before: string | null
      /** What a person asked of it. Null: nothing. */
      readonly focus: string | null
      readonly isFork: boolean
    }
  /** The end of the part that a summary further down covers. */
  | { readonly type: 'summarised'; readonly key: string }
  /** A command that a person ran themselves. */
  | { readonly type: 'shell'; readonly key: string; readonly command: ShellCommand }
  | {
      readonly type: 'error'
      readonly key: string
      readonly kind: ErrorKind
      readonly text: string
    }

export type ErrorItem = Extract<SingleItem, { type: 'error' }>

export type ThreadItem =
  | SingleItem
  /** Rewound items, folded. */
  | { readonly type: 'rewound'; readonly key: string; readonly items: readonly SingleItem[] }

/**
 * Returns the items that the page shows for these messages. A person's own command follows the message that was the
 * newest when it started.
 */
export function threadItems(
  messages: readonly Message[],
  streamedAs: ReadonlyMap<MessageId, WorkId>,
  shells: readonly ShellCommand[] = [],
): readonly ThreadItem[] {
  const results = resultsOf(messages)
  const rewound = rewoundIn(messages)
  const summarisedThrough = endOfSummarisedPart(messages, rewound)
  const items: ThreadItem[] = []
  let folded: SingleItem[] | null = null
  let next = 0
  /** Adds the commands that started before the message with this `seq`. */
  const addShells = (seq: number, to: SingleItem[] | ThreadItem[]): void => {
    for (let command = shells[next]; command !== undefined; command = shells[next]) {
      if (command.afterSeq >= seq) return
      to.push({ type: 'shell', key: command.id, command })
      next += 1
    }
  }
  for (const message of messages) {
    const isRewound = rewound.has(message.id)
    addShells(message.seq, isRewound && folded !== null ? folded : items)
    const item = itemOf(message, { messages, results, streamedAs })
    if (item === null) continue
    if (!isRewound) {
      folded = null
      if (message.seq - 1 === summarisedThrough)
        items.push({ type: 'summarised', key: `before ${message.id}` })
      add(items, item)
      continue
    }
    if (folded === null) {
      folded = []
      items.push({ type: 'rewound', key: item.key, items: folded })
    }
    add(folded, item)
  }
  addShells(Number.POSITIVE_INFINITY, items)
  return items
}

function add(items: ThreadItem[], item: SingleItem): void {
  const last = items.at(-1)
  if (item.type === 'agent' && last?.type === 'agent')
    items[items.length - 1] = { ...last, replies: [...last.replies, ...item.replies] }
  else items.push(item)
}

interface ItemContext {
  readonly messages: readonly Message[]
  readonly results: ReadonlyMap<string, ShownResult>
  readonly streamedAs: ReadonlyMap<MessageId, WorkId>
}

function itemOf(
  message: Message,
  { messages, results, streamedAs }: ItemContext,
): SingleItem | null {
  const { id, at, content } = message
  switch (content.type) {
    case 'user':
      return content.author === 'person'
        ? { type: 'you', key: id, at, text: content.text, attachments: content.attachments }
        : (gitItem(id, content.text) ?? systemItem(id, content.text, content.hooks))
    case 'agent': {
      const parts = partsOf(id, content.blocks, results)
      const key = streamedAs.get(id) ?? id
      const reply = { key, at, model: modelName(content), end: content.end, parts }
      return { type: 'agent', key, replies: [reply] }
    }
    case 'tool':
    case 'subAgent':
      // Both are shown with the call that they belong to.
      return null
    case 'rewound':
      // The messages that it rewound are folded.
      return null
    case 'undo': {
      const target = { type: 'message', messageId: id } as const
      return { type: 'undo', key: id, text: wordsOfUndo(content), target }
    }
    case 'summary':
      return {
        type: 'summary',
        key: id,
        text: content.text,
        model: content.model,
        spend: spendOf(content),
        before:
          content.throughSeq === undefined ? null : beginningAt(messages, content.throughSeq + 1),
        focus: content.focus ?? null,
        isFork: message.seq === 1,
      }
    case 'attachmentsDropped':
      return systemItem(id, IMAGES_DROPPED)
    case 'repair':
      return systemItem(id, content.text)
    case 'system':
      // The hook runs replace the text.
      return systemItem(id, content.hooks === undefined ? content.text : '', content.hooks)
    case 'unreadable':
      return systemItem(id, wordsOfUnreadable(content))
    case 'error':
      return { type: 'error', key: id, kind: content.kind, text: content.text }
    default:
      return assertNever(content)
  }
}

function systemItem(key: string, text: string, hooks?: readonly HookRun[]): SingleItem {
  return { type: 'system', key, text, ...(hooks !== undefined && { hooks }) }
}

/** Null if the text is not the note about git. */
function gitItem(key: string, text: string): SingleItem | null {
  const note = gitNoteIn(text)
  if (note === null) return null
  const title = `Git: ${note.branch}, ${note.isChanged ? 'with changes' : 'no changes'}`
  return { type: 'system', key, text: note.rest, title }
}

const IMAGES_DROPPED =
  'The images and PDFs above were dropped: the model no longer sees them. They are kept here.'

function partsOf(
  replyId: MessageId,
  blocks: readonly Block[],
  results: ReadonlyMap<string, ShownResult>,
): readonly Part[] {
  const counts = { thinking: 0, text: 0, call: 0, step: 0, unknown: 0 }
  const keyOf = (type: keyof typeof counts): string => `${type}${counts[type]++}`
  const parts = withWholeTexts(blocks).flatMap((block): readonly Part[] => {
    switch (block.type) {
      case 'text':
        return block.text.trim() === ''
          ? []
          : [{ key: keyOf('text'), type: 'text', text: block.text }]
      case 'thinking':
        return block.text.trim() === ''
          ? []
          : [{ key: keyOf('thinking'), type: 'thinking', text: block.text }]
      case 'providerItem':
        return []
      case 'serverTool': {
        const step = shownStep(block.step, blocks)
        return step === null ? [] : [{ key: keyOf('step'), type: 'step', step }]
      }
      case 'redactedThinking':
        return [{ key: keyOf('unknown'), type: 'unknown', name: 'Hidden thinking' }]
      case 'other':
        return [{ key: keyOf('unknown'), type: 'unknown', name: 'A block of an unknown kind' }]
      case 'toolCall': {
        const callId = callIdOf(replyId, counts.call)
        const result = results.get(callId) ?? null
        const { name, input } = block
        return [{ key: keyOf('call'), type: 'call', call: { callId, name, input, result } }]
      }
      default:
        return assertNever(block)
    }
  })
  const sources = sourcesOf(blocks)
  return sources.length === 0 ? parts : [...parts, { key: 'sources', type: 'sources', sources }]
}

/** Returns the parts of a running reply, with the keys that its stored form will have. */
export function livePartsOf(reply: LiveReply): readonly Part[] {
  const parts: Part[] = []
  if (reply.thinking.trim() !== '')
    parts.push({ key: 'thinking0', type: 'thinking', text: reply.thinking })
  if (reply.text.trim() !== '') parts.push({ key: 'text0', type: 'text', text: reply.text })
  for (const [index, call] of reply.calls.entries())
    parts.push({ key: `call${index}`, type: 'growing', call })
  return parts
}

/** Appends a reply that is not stored in a message; it joins the last article if that is the agent's. */
export function withUnstoredReply(
  items: readonly ThreadItem[],
  reply: ShownReply | null,
): readonly ThreadItem[] {
  if (reply === null || reply.parts.length === 0) return items
  const last = items.at(-1)
  return last?.type === 'agent'
    ? [...items.slice(0, -1), { ...last, replies: [...last.replies, reply] }]
    : [...items, { type: 'agent', key: reply.key, replies: [reply] }]
}
