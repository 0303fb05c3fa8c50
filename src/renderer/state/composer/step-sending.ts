import { type AppError, appError } from '../../../shared/app-error.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { MAX_MESSAGE_LENGTH } from '../../../shared/messages/message.ts'
import { type Composer, contentOf, isPreparing } from './composer.ts'
import { leftByWalk } from './recall.ts'
import { type Outgoing, type Route, routeOf, wayOf } from './outgoing.ts'
import {
  type ComposerStep,
  filledWith,
  moved,
  noted,
  SAVE_SOON,
  withNotice,
  withoutNotices,
  withReturned,
} from './step.ts'

const TOO_LONG = appError(
  'messageTooLong',
  `The message was not sent: it is longer than ${MAX_MESSAGE_LENGTH.toLocaleString('en')} characters. Shorten it, or put the text into a file in the folder.`,
)
const NOT_ATTACHED = appError(
  'fileRefused',
  'The message was not sent: a file could not be attached. Send again to send it without.',
)

/**
 * Sends the content of the composer, once its files are prepared; a waiting message that is being edited keeps its old
 * id. The message is in `outgoing` until the host has stored it, and returns to the composer if the host refuses it.
 */
export function send(composer: Composer, messageId: MessageId, route: Route): ComposerStep {
  if (composer.text.length > MAX_MESSAGE_LENGTH) return noted(withNotice(composer, TOO_LONG))
  const quiet = composer.editing === null ? withoutNotices(composer) : { ...composer, notice: null }
  if (isPreparing(composer)) {
    const refused = composer.files.filter(({ type }) => type === 'refused')
    const refusedBefore = new Set(refused.map(({ key }) => key))
    return noted({ ...quiet, waitingSend: { messageId, route, refusedBefore } })
  }
  const content = contentOf(quiet)
  if (content.text.trim() === '' && content.attachments.length === 0) return noted(quiet)
  const edited = composer.editing?.edited ?? null
  const id = edited?.original.id ?? messageId
  const sent = leave(quiet, { messageId: id, ...content, route, edited, phase: 'sending' })
  const isChosen = composer.busy !== null && composer.editing === null && composer.isAlways
  const way = isChosen ? wayOf(route) : null
  if (way === null) return sent
  const effects = [...sent.effects, { type: 'rememberWay', way } as const]
  return { composer: { ...sent.composer, isAlways: false }, effects }
}

/**
 * Called when a file is finished: after the last file, a waiting Send continues; if one was refused, the sender decides
 * again.
 */
export function afterFiles(step: ComposerStep): ComposerStep {
  const { waitingSend } = step.composer
  if (waitingSend === null || isPreparing(step.composer)) return step
  const { messageId, route, refusedBefore } = waitingSend
  const composer = { ...step.composer, waitingSend: null }
  const isRefused = composer.files.some(
    ({ type, key }) => type === 'refused' && !refusedBefore.has(key),
  )
  const next = isRefused
    ? noted(withNotice(composer, NOT_ATTACHED))
    : send(composer, messageId, route)
  return { ...next, effects: [...step.effects, ...next.effects] }
}

export function putBack(composer: Composer, as: 'edited' | 'original'): ComposerStep {
  const edited = composer.editing?.edited
  if (edited === undefined) return noted(composer)
  const { id: messageId, text, attachments, when } = edited.original
  const route = { type: 'wait', when } as const
  if (as === 'edited') return send(composer, messageId, route)
  const quiet = { ...composer, notice: null, waitingSend: null }
  return leave(quiet, { messageId, text, attachments, route, edited, phase: 'sending' })
}

/** Content that was set aside returns; so does the text typed before an earlier prompt was viewed. */
function leave(composer: Composer, message: Outgoing): ComposerStep {
  const left = composer.editing?.previous ?? { text: leftByWalk(composer), attachments: [] }
  const outgoing = [...composer.outgoing, message]
  const busy = left.text === '' && left.attachments.length === 0 ? null : composer.busy
  const common = { text: '', attachments: [] }
  const rest = { ...composer, common, outgoing, busy, editing: null, recall: null, pasted: null }
  const next = filledWith(rest, left)
  return moved(next, [SAVE_SOON, { type: 'deliver', message }])
}

/** The host's answer to a message; null: it is stored. A message that is already in the thread needs none. */
export function answered(
  composer: Composer,
  messageId: MessageId,
  error: AppError | null,
): ComposerStep {
  const message = composer.outgoing.find((each) => each.messageId === messageId)
  if (message === undefined) return moved(composer)
  const { route } = message
  if (error === null) {
    // Waiting messages have a list of their own.
    return moved(
      route.type === 'wait'
        ? without(composer, messageId)
        : changed(composer, { ...message, phase: 'committed' }),
    )
  }
  if (error.code === 'disconnected') return noted(changed(composer, { ...message, phase: 'held' }))
  if (error.code === 'busy' && route.type === 'now' && route.ifBusy !== 'ask') {
    return deliver(composer, { ...message, route: routeOf(route.ifBusy) })
  }
  // The version before the edit is stored under this id, so the current version becomes another message.
  const isOther = error.code === 'messageIdReused'
  const returned = giveBack(composer, isOther ? { ...message, edited: null } : message)
  return moved(withNotice(returned, error))
}

/** Continues the edit of a returned message, unless another one is being edited by now. */
function giveBack(composer: Composer, message: Outgoing): Composer {
  const rest = without(composer, message.messageId)
  const { edited } = message
  if (edited === null || rest.editing !== null) return withReturned(rest, message)
  return filledWith({ ...rest, editing: { edited, previous: contentOf(rest), key: null } }, message)
}

/** Sends messages that a lost connection interrupted again, with their old ids. */
export function reconnected(composer: Composer): ComposerStep {
  return composer.outgoing
    .filter(({ phase }) => phase === 'held')
    .reduce((step, held) => {
      const { composer, effects } = deliver(step.composer, { ...held, phase: 'sending' })
      return moved(composer, [...step.effects, ...effects])
    }, noted(composer))
}

function deliver(composer: Composer, message: Outgoing): ComposerStep {
  return moved(changed(composer, message), [{ type: 'deliver', message }])
}

function changed(composer: Composer, message: Outgoing): Composer {
  const next = composer.outgoing.map((each) =>
    each.messageId === message.messageId ? message : each,
  )
  return { ...composer, outgoing: next }
}

function without(composer: Composer, messageId: MessageId): Composer {
  const outgoing = composer.outgoing.filter((each) => each.messageId !== messageId)
  return { ...composer, outgoing }
}
