import * as z from './schema.ts'

/** The ways a command can fail, for exhaustive switches. */
export const AppErrorCode = z.enum([
  'invalidInput',
  /** The client's token does not permit it. */
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
  /** It can still be restored for a moment. */
  'deleted',
  'fileRefused',
  'storage',
  /** The database could not be opened; `recovery.read` says why. */
  'recovering',
  /** The database is not ready yet; `preparation.read` reports the progress. */
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
