import type { AppError, AppErrorCode } from '../../../shared/app-error.ts'
import type { Attachment } from '../../../shared/messages/attachment.ts'
import type { Composer, ComposerFile } from './composer.ts'
import type { ComposerEffect } from './composer-event.ts'
import { type Content, joinTexts } from './outgoing.ts'

export interface ComposerStep {
  readonly composer: Composer
  readonly effects: readonly ComposerEffect[]
}

export const SAVE_SOON: ComposerEffect = { type: 'saveDraftSoon' }

export function moved(
  composer: Composer,
  effects: readonly ComposerEffect[] = [SAVE_SOON],
): ComposerStep {
  return { composer, effects }
}

/** Nothing that must be saved has changed. */
export function noted(composer: Composer): ComposerStep {
  return moved(composer, [])
}

/**
 * The notice that something runs stays until nothing runs any more; null: the last attempt succeeded. Only the line of
 * the window reports a lost connection, for as long as it lasts.
 */
export function withNotice(composer: Composer, notice: AppError | null): Composer {
  if (notice?.code === 'disconnected') return withNotice(composer, null)
  if (notice !== null && isBusy(notice.code)) return { ...composer, busy: notice }
  return composer.notice === notice ? composer : { ...composer, notice }
}

/** Refused because something runs. */
export function isBusy(code: AppErrorCode): boolean {
  return code === 'busy' || code === 'cancelling'
}

/** A new attempt begins. */
export function withoutNotices(composer: Composer): Composer {
  return { ...composer, notice: null, busy: null }
}

/** Replaces the content; files that are being prepared stay. */
export function filledWith(composer: Composer, { text, attachments }: Content): Composer {
  const files = composer.files.filter(({ type }) => type === 'preparing')
  return withFilesAhead({ ...withText(composer, text), files, removed: [] }, attachments)
}

/** Returned content comes before content typed or added since. */
export function withReturned(composer: Composer, { text, attachments }: Content): Composer {
  return withFilesAhead(withText(composer, joinTexts(text, composer.text)), attachments)
}

/** Has another text, which the person has not seen yet: a waiting Send must be pressed again. */
export function withText(composer: Composer, text: string): Composer {
  return { ...composer, text, caret: null, waitingSend: null }
}

export function withFilesAhead(composer: Composer, attachments: readonly Attachment[]): Composer {
  const { returnedFiles, files } = composer
  const returned = attachments.map((attachment, index): ComposerFile => {
    const key = `returned-${returnedFiles + index}`
    return { key, name: attachment.name, type: 'ready', attachment, notice: null }
  })
  return {
    ...composer,
    returnedFiles: returnedFiles + returned.length,
    files: [...returned, ...files],
  }
}
