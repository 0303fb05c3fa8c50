import type { AppError, AppErrorCode } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'

const SAVE_AFTER_MS = 200
/** The pause after a temporary failure. */
const AGAIN_AFTER_MS = 5_000

type Saved = Result<unknown, AppError>

/** Saves drafts soon after each change, and again until that succeeds. */
export interface DraftSaving {
  soon(id: ConversationId): void
  now(id: ConversationId): Promise<Saved>
  /** Saves everything that is not saved yet. */
  all(): void
}

/** `save` sends the draft in its state at that time. `refused`: retrying is useless until it changes. */
export function createDraftSaving(
  save: (id: ConversationId) => Promise<Saved>,
  refused: (id: ConversationId, error: AppError) => void,
): DraftSaving {
  /** Null: it is being saved. */
  const unsaved = new Map<ConversationId, ReturnType<typeof setTimeout> | null>()

  function after(id: ConversationId, ms: number): void {
    clearTimeout(unsaved.get(id) ?? undefined)
    unsaved.set(
      id,
      setTimeout(() => void now(id), ms),
    )
  }

  async function now(id: ConversationId): Promise<Saved> {
    clearTimeout(unsaved.get(id) ?? undefined)
    unsaved.set(id, null)
    const saved = await save(id)
    // It has changed meanwhile, and will be saved again.
    if ((unsaved.get(id) ?? null) !== null) return saved
    if (!saved.ok && mayPass(saved.error)) after(id, AGAIN_AFTER_MS)
    else unsaved.delete(id)
    if (!saved.ok && !mayPass(saved.error)) refused(id, saved.error)
    return saved
  }

  return {
    soon: (id) => after(id, SAVE_AFTER_MS),
    now,
    all: () => {
      for (const [id, timer] of unsaved) if (timer !== null) void now(id)
    },
  }
}

const MAY_PASS: ReadonlySet<AppErrorCode> = new Set([
  'disconnected',
  'storage',
  'preparing',
  'recovering',
])

function mayPass({ code }: AppError): boolean {
  return MAY_PASS.has(code)
}
