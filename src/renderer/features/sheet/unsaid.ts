import type { AppError } from '../../../shared/app-error.ts'

/** What a dialog has to say of an error; empty: nothing. Of a lost connection its line of the window (offline-line.svelte) tells. */
export function unsaid(error: AppError | null): string {
  return error === null || error.code === 'disconnected' ? '' : error.message
}
