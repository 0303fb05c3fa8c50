import { askedCalls } from '../../src/shared/conversation/conversation-state.ts'
import type { CallId, ConversationId, MessageId } from '../../src/shared/ids.ts'
import { testAttachment } from '../../src/main/core/testing/test-attachment.ts'
import { fileChange } from '../../src/main/core/testing/test-messages.ts'
import { child, delegating, idOf, submit } from '../../src/main/runtime/fakes/delegating.ts'
import type { PendingRequest } from '../../src/main/runtime/fakes/scripted-model.ts'
import { World } from '../../src/main/runtime/fakes/world.ts'
import type { ConversationRuntime } from '../../src/main/runtime/conversation/conversation-runtime.ts'
import { observeTransitions } from '../observed-transition.ts'
import {
  asking,
  chooseFolder,
  CONVERSATION,
  extend,
  limitedTo,
  stoppedBehindAFullDisk,
} from './scripted-worlds.ts'
import { pairOf } from '../marks/observed-step.ts'

const SKIPPED = { type: 'skipped' } as const

type Meanwhile = (world: World) => unknown

/**
 * Chance would need a full disk, a Retry and all this within the half second in which a sub-agent stops: its end is of
 * no use to its parent, which does something else by then.
 */
async function retryInto(
  meanwhile: Meanwhile,
  given?: Parameters<typeof asking>[0],
): Promise<void> {
  const world = asking(given)
  await stoppedBehindAFullDisk(world)
  const [run] = world.tools.runs
  await meanwhile(world)
  await world.time.settle()
  run?.finish('stopped', 'aborted')
  await world.time.settle()
}

async function askForMake(world: World): Promise<void> {
  world.model.lastOf(CONVERSATION).callBash('make')
  await world.time.settle()
}

/** Undoes edits and answers a question while the conversation is too long. */
async function actInAFullContext(): Promise<void> {
  const world = asking({ autoCompact: false })
  await world.send('Go')
  world.model.last.fail('contextFull')
  await world.time.settle()
  const files = [fileChange('a.ts')]
  world.runtime.dispatch({ type: 'editsUndone', of: 'edits', messageIds: [], files }, () => {})
  answerNothing(world.runtime)
}

/** Drops images while a tool runs, and while it is being stopped. */
async function dropInAStop(): Promise<void> {
  const world = new World()
  await world.sendWithAttachments('Look', [testAttachment('a.png')])
  world.model.last.callBash('sleep 60')
  await world.time.settle()
  await world.request('attachments.drop', { conversationId: CONVERSATION })
  world.cancel()
  await world.request('attachments.drop', { conversationId: CONVERSATION })
}

/** Drops images while a call waits for permission. */
async function dropInAQuestion(): Promise<void> {
  const world = asking()
  await world.sendWithAttachments('Look', [testAttachment('a.png')])
  world.model.last.callBash('make')
  await world.time.settle()
  await world.request('attachments.drop', { conversationId: CONVERSATION })
}

/** A second window answers a question of a sub-agent that has handed in its result. */
async function answerTheCompleted(): Promise<void> {
  const world = asking()
  await world.send('Ask others')
  world.model.last.spawn('Look', 'Look twice')
  await world.time.settle()
  const first = child(world, 0)
  const conversationId = idOf(first)
  world.model.lastOf(conversationId).callBash('make')
  await world.time.settle()
  const { current } = first
  const asked = current.type === 'awaitingApproval' ? askedCalls(current) : []
  const callIds = asked.map(({ callId }) => callId)
  await world.answerApprovals({ type: 'once' }, conversationId)
  world.tools.last.finish('Made.')
  await world.time.settle()
  await submit(world, first, 'Seen.')
  await world.request('approval.answer', { conversationId, callIds, answer: { type: 'once' } })
}

/** A sub-agent gets an answer to its question after it has ended: by itself, or with its parent's turn. */
async function answerTheEnded(isStopped: boolean): Promise<void> {
  const world = await delegating('Look', 'Look twice')
  const first = child(world, 0)
  if (isStopped) world.cancel()
  else await submit(world, first, 'Seen.')
  answerNothing(first)
}

/** Answers a question that nobody has asked. */
function answerNothing(runtime: ConversationRuntime): void {
  const callId = 'none' as CallId
  runtime.dispatch({ type: 'questionAnswered', callId, answer: SKIPPED }, () => {})
}

/** While a question waits: drops images, chooses a folder, and extends the turn. */
async function meanwhileInAQuestion(): Promise<void> {
  const world = limitedTo(300)
  await world.sendWithAttachments('Look', [testAttachment('a.png')])
  await world.time.advance(500)
  world.model.last.askUser('Which?')
  await world.time.settle()
  await world.request('attachments.drop', { conversationId: CONVERSATION })
  chooseFolder(world)
  await extend(world)
}

/** A tool that outlived its stop reports while the tool of the next turn is being stopped. */
async function endFarTooLate(): Promise<void> {
  const world = new World()
  for (const text of ['First', 'Second']) {
    await world.send(text)
    world.model.last.callBash('sleep 60')
    await world.time.settle()
    world.cancel()
    if (text === 'First') await world.time.advance(600)
  }
  const [run] = world.tools.runs
  run?.finish('stopped', 'aborted')
  await world.time.settle()
}

/** A model begins to answer a stopped request, answers it or fails, while a tool of the next turn is being stopped. */
async function reportFarTooLate(report: (asked: PendingRequest) => void): Promise<void> {
  const world = new World()
  await world.send('Ask me later')
  const { last } = world.model
  world.cancel()
  await world.send('Now')
  world.model.last.callBash('sleep 60')
  await world.time.settle()
  world.cancel()
  report(last)
  await world.time.settle()
}

/** Simulated people never fork: a fork is a separate conversation whose only session ends at once. */
async function fork(): Promise<void> {
  const world = new World()
  await world.send('Go')
  world.model.last.replyText('Done.')
  await world.time.settle()
  const newConversationId = 'fork' as ConversationId
  await world.request('conversation.fork', {
    conversationId: CONVERSATION,
    newConversationId,
    throughSeq: null,
  })
}

async function chooseFolderInATurn(): Promise<void> {
  const world = asking()
  chooseFolder(world)
  const message = { messageId: 'go' as MessageId, text: 'Go', attachments: [] } as const
  world.runtime.dispatch({ type: 'userMessage', ...message, mode: 'policy' }, () => {})
  chooseFolder(world)
  await world.time.settle()
  chooseFolder(world)
  world.model.last.callBash('sleep 60')
  await world.time.settle()
  chooseFolder(world)
  await world.answerApprovals({ type: 'once' })
  chooseFolder(world)
  world.cancel()
  chooseFolder(world)
}

/** Drops images and chooses a folder while sub-agents work. */
async function meanwhileAmongAgents(): Promise<void> {
  const world = new World()
  await world.sendWithAttachments('Ask others', [testAttachment('a.png')])
  world.model.last.spawn('Look')
  await world.time.settle()
  await world.request('attachments.drop', { conversationId: CONVERSATION })
  chooseFolder(world)
}

/** At rest after a failure, in an existing folder and in a missing one. */
async function chooseFolderAfter(failure: 'contextFull' | 'auth'): Promise<void> {
  const world = asking({ autoCompact: false })
  await world.sendWithAttachments('Look', [testAttachment('a.png')])
  world.model.last.fail(failure)
  await world.time.settle()
  chooseFolder(world)
  world.knownFolders.missing.add(world.runtime.record.stored.folder)
  world.runtime.dispatch({ type: 'compactRequested' }, () => {})
  world.runtime.dispatch({ type: 'retryRequested' }, () => {})
  world.sendNow('On')
  await world.request('attachments.drop', { conversationId: CONVERSATION })
}

/** Chooses a folder for, and extends, a turn that has not sent its request yet. */
async function meanwhileBeforeItAsks(): Promise<void> {
  const world = limitedTo(30)
  world.sendNow('Go')
  chooseFolder(world)
  await world.time.advance(40)
  await extend(world)
}

/** Extends a turn that waits for the previous turn's tool to stop. */
async function extendInAStop(): Promise<void> {
  const world = limitedTo(300)
  await world.send('Go')
  await world.time.advance(100)
  world.model.last.callBash('sleep 60')
  await world.time.settle()
  world.sendNow('Something else', 'else', 'interrupt')
  await world.time.advance(310)
  await extend(world)
}

const LIVES: readonly (() => Promise<void>)[] = [
  () => retryInto(askForMake),
  () =>
    retryInto(async (world) => {
      await askForMake(world)
      await world.answerApprovals({ type: 'once' })
    }),
  () =>
    retryInto((world) => world.model.lastOf(CONVERSATION).fail('contextFull'), {
      autoCompact: false,
    }),
  () => retryInto(() => undefined),
  () => retryInto((world) => world.model.lastOf(CONVERSATION).spawn('Look again')),
  () => retryInto((world) => world.model.lastOf(CONVERSATION).askUser('Which?')),
  actInAFullContext,
  dropInAStop,
  () => reportFarTooLate((asked) => asked.call.onStarted()),
  () => reportFarTooLate((asked) => asked.replyText('Far too late')),
  () => reportFarTooLate((asked) => asked.fail('network')),
  dropInAQuestion,
  answerTheCompleted,
  () => answerTheEnded(false),
  () => answerTheEnded(true),
  meanwhileInAQuestion,
  endFarTooLate,
  fork,
  meanwhileBeforeItAsks,
  extendInAStop,
  chooseFolderInATurn,
  meanwhileAmongAgents,
  () => chooseFolderAfter('contextFull'),
  () => chooseFolderAfter('auth'),
]

/** Plays scripted lives for pairs of state and event that no known seed reaches; returns the pairs they reached. */
export async function playScripted(): Promise<ReadonlySet<string>> {
  const met = new Set<string>()
  observeTransitions((state, _, event, step) => met.add(pairOf(state, event, step)))
  for (const live of LIVES) await live()
  observeTransitions(null)
  return met
}
