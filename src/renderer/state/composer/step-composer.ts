import { assertNever } from '../../../shared/assert-never.ts'
import { caretOf, type Composer, withoutWalk } from './composer.ts'
import type { ComposerEvent } from './composer-event.ts'
import { stillOutgoing } from './outgoing.ts'
import { promptsLoaded, recallAfterTyping, recallPressed } from './recall.ts'
import { type ComposerStep, moved, noted, withNotice, withReturned, withText } from './step.ts'
import { followed, opened, refused, saved, saving } from './step-draft.ts'
import { editPressed, editSaved, editTaken, endEditIfSent } from './step-editing.ts'
import {
  addFiles,
  bringBackFile,
  removeFile,
  filePrepared,
  leaveFileOut,
  unpack,
  withoutUnnamed,
} from './step-files.ts'
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
    case 'fileLeftOut':
    case 'removalUndone':
    case 'pastedAsFile':
    case 'recallPressed':
    case 'promptsLoaded':
    case 'alwaysChosen':
    case 'filePrepared':
    case 'sendPressed':
    case 'editSaved':
    case 'editTaken':
    case 'reconnected':
    case 'draftSaving':
    case 'draftSaved':
    case 'draftRefused':
    case 'draftFollowed':
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
    case 'fileLeftOut':
      return afterFiles(leaveFileOut(composer, event.key))
    case 'removalUndone':
      return bringBackFile(composer)
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
    case 'draftSaving':
      return noted(saving(composer, event.mark))
    case 'draftSaved':
      return noted(saved(composer, event))
    case 'draftRefused':
      return noted(refused(composer, event.other))
    case 'draftFollowed':
      return noted(followed(composer, event))
    case 'snapshotOpened':
      return noted(opened(composer, event.snapshot.draft))
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
