import { APPROVAL_SHORTCUTS, isStroke } from '../shell/shortcuts.ts'

type Pressed = Parameters<typeof isStroke>[0] &
  Pick<KeyboardEvent, 'isComposing' | 'defaultPrevented'>

/** The meaning of a key on an approval card. */
export type ApprovalKey = keyof typeof APPROVAL_SHORTCUTS

/** Null: nothing. `onControl`: a button or a field of the card has the focus, and handles Enter itself. */
export function approvalKey(event: Pressed, onControl: boolean): ApprovalKey | null {
  if (event.isComposing || event.defaultPrevented) return null
  if (isStroke(event, APPROVAL_SHORTCUTS.deny.stroke)) return 'deny'
  if (onControl) return null
  if (isStroke(event, APPROVAL_SHORTCUTS.once.stroke)) return 'once'
  return isStroke(event, APPROVAL_SHORTCUTS.always.stroke) ? 'always' : null
}

/** The option of a question that a key chooses, from 0; 'leave': Esc, which never ends a turn here. Null: nothing. */
export function questionKey(
  event: Pressed,
  { onControl, options }: { readonly onControl: boolean; readonly options: number },
): number | 'leave' | null {
  if (event.isComposing || event.defaultPrevented) return null
  if (isStroke(event, APPROVAL_SHORTCUTS.deny.stroke)) return 'leave'
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (onControl || altKey || ctrlKey || metaKey || shiftKey || !/^[1-9]$/.test(key)) return null
  const index = Number(key) - 1
  return index < options ? index : null
}

/** A field takes letters, a button takes Enter: keys pressed there are not meant for the card. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, input, select, textarea, a') !== null
}
