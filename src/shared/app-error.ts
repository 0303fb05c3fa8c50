import { z } from 'zod'

/** What can go wrong with a command. A switch over it is exhaustive; the text is for people. */
export const AppErrorCode = z.enum([
  'invalidInput',
  /** The client's token does not let it. */
  'notAllowed',
  'notFound',
  'busy',
  'cancelling',
  'contextFull',
  'ended',
  'emptyMessage',
  'messageTooLong',
  'messageIdReused',
  'folderMissing',
  'folderNotReadable',
  'folderRefused',
  'folderGone',
  'tooManyWaiting',
  'setAside',
  /** It may still be brought back for a moment. */
  'deleted',
  'fileRefused',
  'storage',
  /** The database could not be opened: `recovery.read` says why. */
  'recovering',
  /** The database is not ready yet: `preparation.read` says how far it is. */
  'preparing',
  'closing',
  'stopped',
  'disconnected',
  'internal',
])
export type AppErrorCode = z.infer<typeof AppErrorCode>

/** `message` says what happened, what was kept and what to do next, in one or two sentences. */
export const AppError = z.object({ code: AppErrorCode, message: z.string() }).readonly()
export type AppError = z.infer<typeof AppError>

export function appError(code: AppErrorCode, message: string): AppError {
  return { code, message }
}
