import {
  type ConversationState,
  isResting,
} from '../../../shared/conversation/conversation-state.ts'
import { sizeOfText } from '../../../shared/size-of-text.ts'
import {
  type Instructions,
  type InstructionsFault,
  type InstructionsInForce,
  instructionsIn,
  pathOf,
} from '../../../shared/conversation/turn.ts'
import type { Context, ContextChange } from '../machine/context.ts'
import type { DiskFault } from '../machine/store-fault.ts'
import type { EventOf } from '../machine/event.ts'
import { type Draft, type Moved, refused, type Step } from '../machine/step.ts'

/**
 * True if the conversation may be unloaded from memory. One that no longer fits its model's context stays: it must
 * notice when a larger model is chosen, whoever is watching (rule 12).
 */
export function mayBeLetGo(state: ConversationState): boolean {
  return isResting(state) && state.type !== 'contextExhausted'
}

/** True if a step from this state may wait for the disk. Stopped work must come to rest in time (I15). */
export function mayWaitForDisk(state: ConversationState): boolean {
  return state.type !== 'cancelling'
}

/** Opens a runtime's session; records the end of an earlier session that was never closed. */
export function openSession(
  draft: Draft,
  state: ConversationState,
  { unclosed, context, version }: EventOf<'sessionOpened'>,
): Moved {
  if (unclosed) draft.record({ type: 'sessionEnded', reason: 'lost' })
  const started = { type: 'sessionStarted', context } as const
  draft.record(version === undefined ? started : { ...started, version })
  return draft.moveTo(state)
}

export function closeSession(
  draft: Draft,
  state: ConversationState,
  reason: 'closed' | 'shutdown',
): Moved {
  draft.record({ type: 'sessionEnded', reason })
  return draft.moveTo(state)
}

/**
 * Changes the context (context-after.ts) and leaves the state unchanged. The folder can change only if it is gone and
 * the conversation rests.
 */
export function changeSettings(
  draft: Draft,
  context: Context,
  state: ConversationState,
  change: ContextChange,
): Step {
  if (change.folder !== undefined) {
    if (!isResting(state)) return refused('busy')
    if (!draft.isFolderGone) return refused('nothingToDo')
  }
  recordChange(draft, context, change)
  return draft.moveTo(state)
}

/** Records a change of the context and adds a notice to the thread. A sub-agent's change is shown by the parent. */
export function recordChange(draft: Draft, context: Context, change: ContextChange): void {
  draft.record({ type: 'settingsChanged', change })
  const news = context.role.type === 'root' ? newsOf(change, context) : null
  if (news !== null) draft.addMessage({ type: 'system', text: news })
  if (context.role.type === 'root' && typeof change.gitState === 'string') {
    draft.addMessage({ type: 'user', text: change.gitState, attachments: [], author: 'phoenix' })
  }
}

/** Returns the notice of a change for the thread; null if people made the change themselves. */
function newsOf(
  { folder, instructions, instructionsFault }: ContextChange,
  before: Context,
): string | null {
  if (folder !== undefined) return `The folder of this conversation is now ${folder}.`
  if (typeof instructionsFault === 'string') {
    return `The folder’s instructions have changed but could not be saved: ${FAULTS[instructionsFault]}. The agent works with the earlier ones.`
  }
  const news = [
    ...(instructionsFault ? [unusedOf(instructionsFault)] : []),
    ...(instructions === undefined ? [] : newsOfFiles(instructions, before.instructions)),
  ]
  return news.length === 0 ? null : news.join(' ')
}

const WHY_UNUSED: { readonly [Why in InstructionsFault['why']]: string } = {
  notText: 'it is not UTF-8 text. Save it as UTF-8',
  notReadable: 'it is not a readable file. Check what it is and who may read it',
  leadsOut:
    'it is a link out of the folder, or to a file that may contain secrets. Replace it with a file',
  importLeadsOut:
    'it lies outside of the folder and its repository, or may contain secrets. Put it into the folder, or import it from a file of your own such as ~/.claude/CLAUDE.md',
}

function unusedOf({ name, path, why }: InstructionsFault): string {
  const file = path === undefined ? `${name} of the folder` : `${path}, which ${name} imports,`
  return `${file} is not used: ${WHY_UNUSED[why]}; it is read again with each message.`
}

const FAULTS: { readonly [Fault in DiskFault]: string } = {
  full: 'the disk is full',
  readOnly: 'the data folder cannot be written to',
  damaged: 'the database is damaged',
  io: 'the data folder does not work',
}

function newsOfFiles(now: InstructionsInForce, before: InstructionsInForce): readonly string[] {
  if (now === null) return [NO_INSTRUCTIONS]
  // Early versions recorded every change as one of the folder's own file.
  if ('name' in now) return [readingOf(now)]
  const known = new Map(instructionsIn(before).map((file) => [pathOf(file), file.blob]))
  const paths = new Set(now.map(pathOf))
  const gone = [...known.keys()].filter((path) => !paths.has(path))
  return [
    ...gone.map((path) => `${path} is gone, or can no longer be read as text.`),
    ...now.filter((file) => known.get(pathOf(file)) !== file.blob).map(readingOf),
  ]
}

const NO_INSTRUCTIONS =
  'The folder no longer has an AGENTS.md or CLAUDE.md that can be read as text. The agent works without one.'

function readingOf(file: Instructions): string {
  const { bytes, isCut } = file
  const name = pathOf(file)
  const size = sizeOfText(bytes)
  return isCut
    ? `${name} was read: its first ${size}; the rest is not used.`
    : `${name} was read, ${size}.`
}
