import type { ChangePreview } from '../../../shared/conversation/change-preview.ts'
import type { CallId, ConversationId } from '../../../shared/ids.ts'
import type { Client } from '../../../client/client.ts'
import type { Clock } from '../../state/clock.ts'

/** So many ticks of the clock lie between two looks at the files, while the window is seen. */
const TICKS = 3

interface Asked {
  readonly conversationId: ConversationId
  readonly callId: CallId
}

/**
 * Shows what a call would change, and that its files have changed since, as long as it is asked about. Where nothing can be
 * learned, nothing is shown again: the call can be answered without. Ends when what is answered here is called.
 */
export function followPreview(
  { client, clock }: { readonly client: Client; readonly clock: Clock },
  asked: Asked,
  show: (preview: ChangePreview) => void,
): () => void {
  let shown = ''
  let isOver = false
  let isAsking = false
  let ticks = 0

  async function look(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const answer = await client.request('approval.preview', asked)
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
