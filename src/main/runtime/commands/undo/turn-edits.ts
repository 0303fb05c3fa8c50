import { callIdOf } from '../../../../shared/messages/call-id.ts'
import type { CallId, ConversationId, MessageId, TurnId } from '../../../../shared/ids.ts'
import type { EditsTarget } from '../../../../shared/conversation/edits.ts'
import type { CallInput } from '../../../../shared/messages/content.ts'
import type { CallOutcome, Message, MessageContent } from '../../../../shared/messages/message.ts'
import type { Edit } from './edit-chain.ts'
import { afterOthers } from '../../after-others.ts'
import { mergedByTime } from './merged-by-time.ts'
import type { EditPort, Span } from '../../ports/edit-port.ts'
import type { Timers } from '../../ports/ports.ts'
import type { ProcessPort } from '../../ports/process-port.ts'

/** The changes of files by one or several turns, including sub-agents' work. */
export interface TurnEdits {
  readonly edits: readonly Edit[]
  /** When its commands ran. */
  readonly commands: readonly Span[]
  /** Why some edits are unknown, which calls without a result made: the end of a sentence. Null if none are. */
  readonly unread: string | null
  /** All messages of its conversation and its sub-agents: any of them may be an undo. */
  readonly messages: readonly Message[]
}

export interface Sources {
  readonly intendedBy: EditPort['intendedBy']
  readonly jobRanUntil: ProcessPort['jobRanUntil']
  history(id: ConversationId): Promise<readonly Message[]>
  readonly timers: Pick<Timers, 'soon'>
}

interface Called {
  readonly name: string
  readonly input: CallInput
  readonly at: number
}

/** The edits to collect: those of one turn, those after a place in the conversation, or all. */
export type WantedEdits =
  Extract<EditsTarget, { type: 'turn' | 'since' }> | { readonly type: 'all' }

/** Messages gone through before others get a turn. */
const AT_ONCE = 500

/** Collects edits in the order in which they happened. */
export async function turnEdits(
  messages: readonly Message[],
  wanted: WantedEdits,
  sources: Sources,
): Promise<TurnEdits> {
  const calls = new Map<CallId, Called>()
  const own: (TurnEdits & { readonly by: CallId | MessageId })[] = []
  for (const [index, message] of messages.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await afterOthers(sources.timers)
    const { content, seq } = message
    if (wanted.type !== 'turn' || isOfTurn(content, wanted.turnId)) addCalls(calls, message)
    if (wanted.type === 'since' && seq <= wanted.throughSeq) continue
    if (content.type !== 'tool' && content.type !== 'subAgent') continue
    const call = calls.get(content.callId)
    if (call === undefined) continue
    if (content.type === 'tool') {
      const commands = spansOf(message, call, sources)
      own.push({ ...editsIn(message, sources), commands, messages: [], by: message.id })
      continue
    }
    const ofAgent = await sources.history(content.agentId)
    own.push({ ...(await turnEdits(ofAgent, { type: 'all' }, sources)), by: content.callId })
  }
  // The sub-agents of one call work at the same time, everything else in turn.
  const together = Map.groupBy(own, ({ by }) => by).values()
  return {
    edits: [...together].flatMap((each) => mergedByTime(each.map(({ edits }) => edits))),
    commands: own.flatMap(({ commands }) => commands),
    unread: own.find(({ unread }) => unread !== null)?.unread ?? null,
    messages: mergedByTime([...own.map((each) => each.messages), messages]),
  }
}

function isOfTurn(content: MessageContent, turnId: TurnId): boolean {
  return content.type === 'agent' && content.turnId === turnId
}

function addCalls(calls: Map<CallId, Called>, { at, content, id }: Message): void {
  if (content.type !== 'agent') return
  const called = content.blocks.filter((block) => block.type === 'toolCall')
  called.forEach(({ name, input }, index) => calls.set(callIdOf(id, index), { name, input, at }))
}

/** Outcomes without a result of the tool's own: only what the call was about to write is known. */
const CLOSED: readonly CallOutcome[] = ['cancelled', 'timedOut', 'failed', 'unknown']

/** Returns the edits that a message records. */
export function editsIn(
  { at, content, id }: Message,
  sources: Pick<Sources, 'intendedBy'>,
): Pick<TurnEdits, 'edits' | 'unread'> {
  const files = filesOf(content)
  if (files.length > 0)
    return { edits: [{ messageId: id, at, files, isIntent: false }], unread: null }
  if (content.type !== 'tool' || !CLOSED.includes(content.outcome)) return NO_EDITS
  const intended = sources.intendedBy(content.callId)
  if (!intended.ok) return { edits: [], unread: intended.error }
  if (intended.value.length === 0) return NO_EDITS
  return { edits: [{ messageId: id, at, files: intended.value, isIntent: true }], unread: null }
}

const NO_EDITS = { edits: [], unread: null }

/** Returns the changes that a message reports. */
export function filesOf(content: MessageContent): Edit['files'] {
  return content.type === 'tool' || content.type === 'undo' ? content.files : []
}

/** Tolerance for coarse file timestamps, and for writes shortly after a command has ended. */
const SLACK_MS = 2_000
const RAN: readonly CallOutcome[] = ['ok', 'failed', 'timedOut', 'cancelled', 'unknown']

/** A job keeps writing after the call that started it is answered. */
function spansOf(
  { at, content }: Message,
  call: Called,
  { jobRanUntil }: Sources,
): readonly Span[] {
  if (content.type !== 'tool' || !RAN.includes(content.outcome)) return []
  const isJob = startsJob(call)
  if (call.name !== 'bash' && !isJob) return []
  const { callId, durationMs } = content
  const from = durationMs === null ? call.at : at - durationMs
  const to = isJob ? Math.max(at, jobRanUntil(callId)) : at
  return [{ from: from - SLACK_MS, to: to + SLACK_MS }]
}

function startsJob({ input, name }: Called): boolean {
  return name === 'bash_background' && input.type === 'object' && input.value['action'] === 'start'
}
