import { modelName } from '../../../shared/models/model-name.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { RequestFailure, StateOf } from '../../../shared/conversation/conversation-state.ts'
import type { Repair, RepairType } from '../../../shared/messages/repair.ts'
import type { Turn } from '../../../shared/conversation/turn.ts'
import { beginCompaction, canCompact } from '../turn/compaction.ts'
import type { Context } from '../machine/context.ts'
import type { Draft, Moved } from '../machine/step.ts'
import { providerOf, sendRequest } from '../turn/turn.ts'

type Requesting = StateOf<'llmRequesting'>

/** Returns the next repair for a refused request: each kind once per turn (docs/design/requests.md). */
export function nextRepair(
  context: Context,
  { purpose, turn }: Pick<Requesting, 'purpose' | 'turn'>,
  repairs: readonly Repair[],
): Repair | null {
  if (purpose === 'compaction') return null
  const left = repairs.filter(({ type }) => !turn.repairs.includes(type))
  return left.find(({ type }) => type !== 'withSummary' || canCompact(context, turn)) ?? null
}

/** Why a request is changed: it was refused, or it exceeds the model's context. */
type Cause = 'refused' | 'tooLong'

interface RequestRepair {
  readonly repair: Repair
  readonly error: RequestFailure
  readonly cause: Cause
}

/** Records the repair, from which requests are built, and repeats the request at once. */
export function repairRequest(
  draft: Draft,
  context: Context,
  state: Requesting,
  { repair, error, cause }: RequestRepair,
): Moved {
  const { attempt, purpose } = state
  const { type } = repair
  const turn: Turn = { ...state.turn, repairs: [...state.turn.repairs, type] }
  const model = modelName(providerOf(turn))
  draft.record({ type: 'requestRepaired', turnId: turn.id, repair: type, error })
  draft.addMessage({ type: 'repair', text: wordsOf(model, type, cause), model, repair })
  return type === 'withSummary'
    ? beginCompaction(draft, { ...turn, mending: error.message })
    : sendRequest(draft, context, turn, { purpose, attempt })
}

function wordsOf(model: string, type: RepairType, cause: Cause): string {
  switch (type) {
    case 'shortOutputs':
    case 'withoutDocuments':
      return `${reasonOf(model, cause)} It was asked again ${inWords(type)}; they stay on record.`
    case 'withSummary':
      return `${model} refused the request. The conversation is summarised, then it is asked again.`
    case 'withoutEffort':
    case 'withoutReasoning':
    case 'withReasoningMarks':
    case 'renamedCalls':
    case 'callsAsText':
    case 'withoutEarlierThinking':
    case 'withoutThinking':
    case 'withoutImages':
    case 'withoutAllImages':
      return `${model} refused the request. It was asked again ${inWords(type)}.`
    default:
      return assertNever(type)
  }
}

function reasonOf(model: string, cause: Cause): string {
  return cause === 'refused'
    ? `${model} refused the request.`
    : `The conversation is longer than ${model} can read.`
}

/** Returns the addition to the turn's error message if repairs did not help. */
export function triedInVain({ repairs }: Turn): string {
  return repairs.length === 0
    ? ''
    : ` It was also asked ${repairs.map(inWords).join(', then ')}. Send a new message to continue.`
}

function inWords(type: RepairType): string {
  switch (type) {
    case 'withoutEffort':
      return 'without the chosen effort'
    case 'withoutReasoning':
      return 'without the reasoning of earlier replies'
    case 'withReasoningMarks':
      return 'with a mark where a reply has no reasoning'
    case 'renamedCalls':
      return 'with other ids for its tool calls'
    case 'callsAsText':
      return 'with tool calls as text'
    case 'withoutEarlierThinking':
      return 'without its earlier thinking'
    case 'withoutThinking':
      return 'without its thinking so far'
    case 'withoutImages':
      return 'without the image that it could not take'
    case 'withoutAllImages':
      return 'without images'
    case 'withoutDocuments':
      return 'without PDF documents'
    case 'shortOutputs':
      return 'with the middle of older outputs left out'
    case 'withSummary':
      return 'with a summary'
    default:
      return assertNever(type)
  }
}
