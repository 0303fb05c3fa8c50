import { type Composer, fileToBringBack, isUntouchedPrompt } from '../../state/composer/composer.ts'
import type { ComposerEvent } from '../../state/composer/composer-event.ts'
import { isStroke, MESSAGE_SHORTCUTS } from '../shell/shortcuts.ts'
import { type CaretRow, caretRowOf } from './rows-of-field.ts'

/** The effect of a key in the message field; `nothing`: it is consumed without effect; null: its usual effect. */
export type ComposerKey = 'send' | 'earlier' | 'later' | 'putBack' | 'nothing'

/** The caret's place, and which earlier prompts are available. */
export interface FieldPlace {
  readonly row: CaretRow
  /** The field shows an earlier prompt. */
  readonly isWalking: boolean
  /** It shows a waiting message that is being edited. */
  readonly isEditing: boolean
  /** The prompt is unchanged. */
  readonly isUntouched: boolean
}

export function placeIn(field: HTMLTextAreaElement, composer: Composer): FieldPlace {
  const isWalking = composer.recall !== null && composer.recall.at !== null
  const isEditing = composer.editing !== null
  return { row: caretRowOf(field), isWalking, isEditing, isUntouched: isUntouchedPrompt(composer) }
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'isComposing' | 'repeat' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'
>

/**
 * Up leads to earlier prompts from the first row, and from the end of an unchanged prompt, so long prompts are no
 * obstacle. Down leads back from the last row. A key that is held down sends nothing: it would answer the question that
 * it raised. Esc ends the editing of a waiting message, and the next one stops.
 */
export function composerKey(
  event: Pressed,
  { row, isEditing, isUntouched, isWalking }: FieldPlace,
): ComposerKey | null {
  if (event.isComposing) return null
  if (isStroke(event, MESSAGE_SHORTCUTS.send.stroke)) return event.repeat ? 'nothing' : 'send'
  if (isEditing && isStroke(event, MESSAGE_SHORTCUTS.putBack.stroke)) return 'putBack'
  const isUp = isStroke(event, MESSAGE_SHORTCUTS.earlier.stroke)
  if (isUp && (row.isFirst || (isUntouched && row.isLast))) return 'earlier'
  const isDown = isStroke(event, MESSAGE_SHORTCUTS.later.stroke)
  return isDown && isWalking && row.isLast ? 'later' : null
}

/** The key works wherever the focus is in the composer; what was typed since is undone by the field, and first. */
export function undoRemoval(
  event: KeyboardEvent,
  composer: Composer,
  dispatch: (event: ComposerEvent) => void,
): void {
  if (event.defaultPrevented || event.isComposing) return
  if (!isStroke(event, MESSAGE_SHORTCUTS.bringBack.stroke) || fileToBringBack(composer) === null)
    return
  event.preventDefault()
  dispatch({ type: 'removalUndone' })
}
