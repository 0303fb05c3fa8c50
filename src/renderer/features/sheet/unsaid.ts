import type { AppError } from '../../../shared/app-error.ts'

/** What a dialog has to say about an error; empty: nothing. The line of the window (offline-line.svelte) reports a lost connection. */
export function unsaid(error: AppError | null): string {
  return error === null || error.code === 'disconnected' ? '' : error.message
}
