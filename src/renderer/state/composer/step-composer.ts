import { activeMessages } from '../../../shared/messages/active-messages.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { NO_DRAFT } from '../../../shared/messages/message.ts'
import { caretOf, type Composer, isSameContent, withoutWalk } from './composer.ts'
import type { ComposerEvent } from './composer-event.ts'
import { type Outgoing, stillOutgoing } from './outgoing.ts'
import { promptsLoaded, recallAfterTyping, recallPressed } from './recall.ts'
import {
  type ComposerStep,
  filledWith,
  moved,
  noted,
  withNotice,
  withReturned,
  withText,
} from './step.ts'
import { editPressed, editSaved, editTaken, endEditIfSent } from './step-editing.ts'
import { addFiles, removeFile, filePrepared, unpack, withoutUnnamed } from './step-files.ts'
import { afterFiles, answered, putBack, reconnected, send } from './step-sending.ts'

type Of<Type extends ComposerEvent['type']> = Extract<ComposerEvent, { readonly type: Type }>

/** Decides everything that the composer does: its content after the event, and the side effects (docs/decisions/053). */
export function stepComposer(composer: Composer, event: ComposerEvent): ComposerStep {
  return stepped(endsWalk(event) ? withoutWalk(composer) : composer, event)
}

/** True if the event inserts a text: it goes into the typed text, not into an earlier prompt that is only viewed. */
function endsWalk(event: ComposerEvent): boolean {
  switch (event.type) {
    case 'quoted':
    case 'rewound':
    case 'unpackPressed':
    case 'editPressed':
    case 'putBackPressed':
      return true
    case 'answered':
      return event.error !== null
    case 'typed':
    case 'caretMoved':
    case 'filesAdded':
    case 'fileRemoved':
    case 'pastedAsFile':
    case 'recallPressed':
    case 'promptsLoaded':
    case 'alwaysChosen':
    case 'filePrepared':
    case 'sendPressed':
    case 'editSaved':
    case 'editTaken':
    case 'reconnected':
    case 'snapshotOpened':
    case 'threadShown':
    case 'noticed':
      return false
    default:
      return assertNever(event)
  }
}

function stepped(composer: Composer, event: ComposerEvent): ComposerStep {
  switch (event.type) {
    case 'typed':
      return typed(composer, event)
    case 'caretMoved':
      return caretOf(composer) === event.caret
        ? noted(composer)
        : moved({ ...composer, caret: event.caret })
    case 'quoted':
      return quoted(composer, event)
    case 'rewound':
      return moved(withReturned(composer, event))
    case 'filesAdded':
      return addFiles(composer, event.files)
    case 'fileRemoved':
      return afterFiles(removeFile(composer, event.key))
    case 'pastedAsFile': {
      const { key, text, at } = event
      return noted({ ...composer, pasted: { key, text, at } })
    }
    case 'unpackPressed':
      return unpack(composer)
    case 'recallPressed':
      return recallPressed(composer, event.to, event.key)
    case 'promptsLoaded':
      return promptsLoaded(composer, event.key, event.page)
    case 'alwaysChosen':
      return noted({ ...composer, isAlways: event.isAlways })
    case 'filePrepared':
      return afterFiles(filePrepared(composer, event.key, event.prepared))
    case 'sendPressed':
      return send(composer, event.messageId, event.route)
    case 'answered':
      return answered(composer, event.messageId, event.error)
    case 'editPressed':
      return editPressed(composer, event.edited, event.key)
    case 'editSaved':
      return editSaved(composer, event.key, event.error)
    case 'editTaken':
      return editTaken(composer, event.key, event.error)
    case 'putBackPressed':
      return putBack(composer, event.as)
    case 'reconnected':
      return reconnected(composer)
    case 'snapshotOpened':
      return noted(opened(composer, event))
    case 'threadShown':
      return shown(composer, event)
    case 'noticed':
      return noted(withNotice(composer, event.error))
    default:
      return assertNever(event)
  }
}

/** A waiting Send must be pressed again. */
function typed(composer: Composer, { text, caret }: Of<'typed'>): ComposerStep {
  const recall = recallAfterTyping(composer.recall)
  const files = withoutUnnamed(composer, text)
  return moved({
    ...composer,
    files,
    isOwn: true,
    text,
    caret,
    notice: null,
    waitingSend: null,
    recall,
  })
}

function quoted(composer: Composer, event: Of<'quoted'>): ComposerStep {
  return moved(withText(composer, `${quotationOf(event.text)}\n\n${composer.text}`))
}

/**
 * Adopts the host's draft if this window has none of its own; the snapshot contains everything that was stored before
 * it.
 */
function opened(composer: Composer, { snapshot }: Of<'snapshotOpened'>): Composer {
  const outgoing = withoutCommitted(composer.outgoing)
  const settled = outgoing === composer.outgoing ? composer : { ...composer, outgoing }
  if (composer.isOwn) return settled
  const draft = wasTaken(snapshot) ? NO_DRAFT : snapshot.draft
  return { ...filledWith(settled, draft), caret: draft.caret }
}

/**
 * True if the draft equals the last active message, or a waiting one: it was sent, and the app ended before the draft
 * was cleared.
 */
function wasTaken({ messages, waiting, draft }: Of<'snapshotOpened'>['snapshot']): boolean {
  const last = activeMessages(messages).findLast(({ content }) => content.type === 'user')?.content
  const taken = [...(last?.type === 'user' ? [last] : []), ...waiting]
  return taken.some((each) => isSameContent(each, draft))
}

function withoutCommitted(outgoing: readonly Outgoing[]): readonly Outgoing[] {
  const left = outgoing.filter(({ phase }) => phase !== 'committed')
  return left.length < outgoing.length ? left : outgoing
}

/** Messages in the thread are no longer on their way; notices about things that the screen shows anyway are removed. */
function shown(composer: Composer, { messages, isResting }: Of<'threadShown'>): ComposerStep {
  const { outgoing, busy, notice } = composer
  const still = new Set(stillOutgoing(outgoing, messages))
  // The message stored under an edited message's id may be its old version: only its own answer decides.
  const left = outgoing.filter(
    (each) => still.has(each) || (each.edited !== null && each.phase !== 'committed'),
  )
  const isSettled = left.length < outgoing.length
  const isBusyOver = isResting && busy !== null
  const isGoneShown = notice?.code === 'folderGone'
  if (!isSettled && !isBusyOver && !isGoneShown) return endEditIfSent(composer, messages)
  const next = {
    ...composer,
    outgoing: left,
    busy: isResting ? null : busy,
    notice: isGoneShown ? null : notice,
  }
  return endEditIfSent(next, messages)
}

function quotationOf(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}
