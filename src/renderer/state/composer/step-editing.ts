import { type AppError, appError } from '../../../shared/app-error.ts'
import type { Message } from '../../../shared/messages/message.ts'
import {
  type Composer,
  contentOf,
  type Editing,
  isPreparing,
  isSameContent,
  joinContents,
} from './composer.ts'
import type { Edited } from './outgoing.ts'
import { type ComposerStep, filledWith, moved, noted, withNotice } from './step.ts'

const PREPARING = appError(
  'fileRefused',
  'A file is still being prepared. Edit the waiting message once it is ready.',
)
const ON_ITS_WAY = appError('notFound', 'The message is still being queued. Try again in a moment.')
const SENT = appError(
  'notFound',
  'The message was sent before you saved your edit. Your edit is kept here.',
)

/**
 * Takes a waiting message into the composer. It leaves the outbox only once the draft that contains it is on disk
 * (R13).
 */
export function editPressed(composer: Composer, edited: Edited, key: string): ComposerStep {
  if (composer.editing !== null) return noted(composer)
  if (isPreparing(composer)) return noted(withNotice(composer, PREPARING))
  if (isSomethingOnItsWay(composer, edited)) return noted(withNotice(composer, ON_ITS_WAY))
  const editing = { edited, previous: contentOf(composer), key }
  const next = filledWith({ ...composer, notice: null, editing }, edited.original)
  return moved(next, [{ type: 'saveDraftForEdit', key }])
}

/** True if it would be added again after it was taken out, or if another edited message may still come back. */
function isSomethingOnItsWay({ outgoing }: Composer, { original }: Edited): boolean {
  return outgoing.some(
    ({ messageId, edited, phase }) =>
      messageId === original.id || (edited !== null && phase !== 'committed'),
  )
}

export function editSaved(composer: Composer, key: string, error: AppError | null): ComposerStep {
  const { editing } = composer
  if (editing?.key !== key) return noted(composer)
  if (error !== null) return notTaken(composer, editing, error)
  return moved(composer, [{ type: 'takeOutOfLine', key, messageId: editing.edited.original.id }])
}

export function editTaken(composer: Composer, key: string, error: AppError | null): ComposerStep {
  const { editing } = composer
  // With the connection lost, the outcome is unknown: the message is edited here, and goes back under its id in either
  // case.
  if (error === null || error.code === 'disconnected' || editing?.key !== key)
    return noted(composer)
  return notTaken(composer, editing, error)
}

/** The message stays in the outbox, unless it was already changed here: then it goes back under its id with the changes. */
function notTaken(composer: Composer, editing: Editing, error: AppError): ComposerStep {
  return isSameContent(contentOf(composer), editing.edited.original)
    ? giveUp(composer, editing, error)
    : noted(withNotice(composer, error))
}

/** A message that was sent before it could leave the outbox is no longer edited. */
export function endEditIfSent(composer: Composer, messages: readonly Message[]): ComposerStep {
  const { editing } = composer
  if (editing === null) return noted(composer)
  const isSent = messages.some(({ id }) => id === editing.edited.original.id)
  return isSent ? giveUp(composer, editing, SENT) : noted(composer)
}

/** Gives up the edit; changes are kept. */
function giveUp(composer: Composer, { edited, previous }: Editing, notice: AppError): ComposerStep {
  const now = contentOf(composer)
  const left = isSameContent(now, edited.original) ? previous : joinContents(now, previous)
  return moved(withNotice(filledWith({ ...composer, editing: null }, left), notice))
}
