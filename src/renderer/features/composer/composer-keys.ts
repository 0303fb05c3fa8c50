import { type Composer, isUntouchedPrompt } from '../../state/composer/composer.ts'
import { isStroke, MESSAGE_SHORTCUTS } from '../shell/shortcuts.ts'
import { type CaretRow, caretRowOf } from './rows-of-field.ts'

/** What a key in the message field does; `nothing`: it is taken, and does nothing; null: what it always does. */
export type ComposerKey = 'send' | 'earlier' | 'later' | 'nothing'

/** Where the caret stands, and what of earlier prompts is there. */
export interface FieldPlace {
  readonly row: CaretRow
  /** An earlier prompt stands in the field. */
  readonly isWalking: boolean
  /** It stands there as it was sent. */
  readonly isUntouched: boolean
}

export function placeIn(field: HTMLTextAreaElement, composer: Composer): FieldPlace {
  const isWalking = composer.recall !== null && composer.recall.at !== null
  return { row: caretRowOf(field), isWalking, isUntouched: isUntouchedPrompt(composer) }
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'isComposing' | 'repeat' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'
>

/**
 * Up leads to earlier prompts from the first row, and from the end of a prompt that was not changed, so that many rows are no
 * hindrance. Down leads back from the last row. A key that is held down sends nothing: it would answer what it has asked.
 */
export function composerKey(
  event: Pressed,
  { row, isUntouched, isWalking }: FieldPlace,
): ComposerKey | null {
  if (event.isComposing) return null
  if (isStroke(event, MESSAGE_SHORTCUTS.send.stroke)) return event.repeat ? 'nothing' : 'send'
  const isUp = isStroke(event, MESSAGE_SHORTCUTS.earlier.stroke)
  if (isUp && (row.isFirst || (isUntouched && row.isLast))) return 'earlier'
  const isDown = isStroke(event, MESSAGE_SHORTCUTS.later.stroke)
  return isDown && isWalking && row.isLast ? 'later' : null
}
