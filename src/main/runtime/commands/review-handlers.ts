import { appError, type AppError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { FileChange } from '../../../shared/messages/file-change.ts'
import {
  MAX_REVIEW_COMMENTS,
  type Review,
  type ReviewScope,
  withChanges,
} from '../../../shared/conversation/review.ts'
import type { CommandOutput } from '../../../shared/protocol/commands.ts'
import type { reviewCommands } from '../../../shared/protocol/review-commands.ts'
import { storageError } from '../conversation/answers.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { ReviewFault } from '../ports/review-port.ts'
import { readHistory } from '../conversation/record/read-history.ts'
import { commitMessageIn, commitRequest } from '../short-requests/commit-message.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'
import { chain, editsInForce, withBetween } from './undo/edit-chain.ts'
import { newestOnly } from './session/newest-only.ts'
import { type Sources, turnEdits, type WantedEdits } from './undo/turn-edits.ts'

type ReviewPorts = Pick<
  HandlerPorts,
  'edits' | 'processes' | 'registry' | 'review' | 'store' | 'timers'
>

/** Commands that show changes as one diff and keep comments on its lines. */
export function reviewHandlers(
  ports: ReviewPorts,
  { find }: Pick<ConversationAccess, 'find'>,
): HandlersOf<keyof typeof reviewCommands> {
  const reading = newestOnly()
  const drafting = newestOnly()
  return {
    'review.read': async ({ conversationId, scope }, client) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const signal = reading(client)
      const review = await read(ports, found.value, scope, signal)
      return signal.aborted ? failed(STOPPED) : review
    },

    'review.comments': ({ conversationId }) => {
      const found = find(conversationId)
      return found.ok ? ok({ comments: ports.store.reviewComments(conversationId) }) : found
    },

    'review.saveComments': ({ conversationId, changes }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const comments = withChanges(ports.store.reviewComments(conversationId), changes)
      if (comments.length > MAX_REVIEW_COMMENTS) return failed(TOO_MANY)
      const saved = ports.store.saveReviewComments(conversationId, comments)
      return saved.ok ? ok({ comments }) : failed(storageError(saved.error))
    },

    'review.draftMessage': async ({ conversationId }, client) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const signal = drafting(client)
      const review = await read(ports, found.value, { type: 'folder' }, signal)
      if (signal.aborted) return ok(REPLACED)
      return review.ok ? draft(ports, found.value, review.value, signal) : review
    },
  }
}

const REPLACED = { message: null, problem: null }

async function draft(
  { registry }: ReviewPorts,
  { record }: ConversationRuntime,
  review: Review,
  signal: AbortSignal,
): Promise<Result<CommandOutput<'review.draftMessage'>, AppError>> {
  if (review.files.length === 0) return failed(NOTHING_CHANGED)
  const request = { what: 'commit message', request: commitRequest(review), signal }
  const answer = await registry.shortRequests.ask(record, request)
  if (answer === null) return failed(DEMO_WRITES_NONE)
  switch (answer.type) {
    case 'text': {
      const message = commitMessageIn(answer.text)
      return ok({ message, problem: message === null ? EMPTY_ANSWER : null })
    }
    case 'failed':
      return ok({ message: null, problem: `The model wrote no message: ${answer.detail}` })
    case 'late':
      return ok({ message: null, problem: 'The model took longer than 10 seconds.' })
    case 'notKept':
      return ok({ message: null, problem: 'The disk could not be written, so nothing was asked.' })
    case 'stopped':
      return ok(REPLACED)
    default:
      return assertNever(answer)
  }
}

const EMPTY_ANSWER = 'The model’s answer contained no message.'
const NOTHING_CHANGED = appError(
  'invalidInput',
  'Nothing in this folder has changed since the last commit.',
)
const DEMO_WRITES_NONE = appError(
  'invalidInput',
  'The demo can’t write commit messages. Write one yourself, or choose another model.',
)
const TOO_MANY = appError(
  'invalidInput',
  `Not saved: with those of another window, there are more than ${MAX_REVIEW_COMMENTS} comments. Send or remove some.`,
)
const STOPPED = appError('stopped', 'A newer request replaced this one.')

async function read(
  ports: ReviewPorts,
  runtime: ConversationRuntime,
  scope: ReviewScope,
  signal: AbortSignal,
): Promise<Result<Review, AppError>> {
  const { folder, id: conversationId } = runtime.record.stored
  if (scope.type === 'folder') {
    const review = await ports.review.workingTree({ conversationId, folder, signal })
    return review.ok ? review : failed(errorOf(review.error))
  }
  return ok(await reviewTools(ports, runtime, wantedOf(scope), signal))
}

function wantedOf(scope: Exclude<ReviewScope, { type: 'folder' }>): WantedEdits {
  return scope.type === 'turn' ? scope : { type: 'all' }
}

function errorOf(fault: ReviewFault): AppError {
  return fault === 'stopped' ? STOPPED : appError('folderNotReadable', fault.sentence)
}

/** Reads the tools' own records; files that commands may have changed are named. */
async function reviewTools(
  ports: ReviewPorts,
  { record }: ConversationRuntime,
  wanted: WantedEdits,
  signal: AbortSignal,
): Promise<Review> {
  const { edits: port, processes, review } = ports
  const { folder, id } = record.stored
  const history: Sources['history'] = (each) => readHistory(ports, each)
  const sources: Sources = {
    intendedBy: (callId) => port.intendedBy(callId),
    jobRanUntil: (callId) => processes.jobRanUntil(callId),
    history,
    timers: ports.timers,
  }
  const found = await turnEdits(await history(id), wanted, sources)
  const { commands, edits, messages, unread } = found
  const unknown = unread === null ? [] : [`${UNREAD} ${unread}.`]
  const { broken, changes } = chain(editsInForce(edits, messages))
  const whole = await review.edits(folder, changes, signal)
  const mixed = await review.edits(folder, broken, signal)
  const files = [...whole, ...mixed.map(withBetween)]
  if (commands.length === 0 || signal.aborted) return { files, notes: unknown }
  const known = new Set([...changes, ...broken].map(({ path }: FileChange) => path))
  const { gap, more, names } = await port.changedIn(folder, commands, known)
  const named = [...names, ...(more > 0 ? [`${more} more`] : [])]
  const covered = named.length === 0 ? [] : [`${BY_COMMANDS} ${named.join(', ')}.`]
  return { files, notes: [...unknown, ...covered, ...(gap === null ? [] : [gap])] }
}

const UNREAD = 'What a stopped call was writing can’t be read right now and may be missing here:'
const BY_COMMANDS =
  'Commands ran too, and what they did to files is not shown here. These files changed in the meantime:'
