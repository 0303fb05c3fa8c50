import type { ChangePreview } from '../../../shared/conversation/change-preview.ts'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import type { Client } from '../../../client/client.ts'
import type { Clock } from '../../state/clock.ts'

/** Ticks of the clock between two checks of the files, while the window is visible. */
const TICKS = 3

interface AskedCall {
  readonly conversationId: ConversationId
  readonly callId: CallId
}

/**
 * Shows what a call would change, and whether its files have changed since, as long as it waits for approval. Shows
 * nothing if no preview is available: the call can be answered without one. Ends when the returned function is called.
 */
export function followPreview(
  { client, clock }: { readonly client: Client; readonly clock: Clock },
  call: AskedCall,
  show: (preview: ChangePreview) => void,
): () => void {
  let shown = ''
  let isOver = false
  let isAsking = false
  let ticks = 0

  async function look(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const answer = await client.request('approval.preview', call)
    isAsking = false
    ticks = 0
    if (isOver || !answer.ok || JSON.stringify(answer.value) === shown) return
    shown = JSON.stringify(answer.value)
    show(answer.value)
  }

  void look()
  const stop = clock.subscribe(() => {
    ticks += 1
    if (ticks >= TICKS) void look()
  })
  return () => {
    isOver = true
    stop()
  }
}
