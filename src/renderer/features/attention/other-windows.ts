import { ConversationId } from '../../../shared/ids.ts'
import * as z from '../../../shared/schema.ts'

const CHANNEL = 'phoenix.attention'

/** The longest wait for another window to answer (ms). */
const PATIENCE_MS = 300

const Said = z.discriminatedUnion('type', [
  z.object({ type: z.literal('asks'), askId: z.string(), conversationId: ConversationId }),
  z.object({ type: z.literal('sees'), askId: z.string() }),
])
type Said = z.infer<typeof Said>

/** The other windows of one browser. `isBeforeEyes`: whether a person looks at the conversation in this one. */
export class OtherWindows {
  readonly #channel = new BroadcastChannel(CHANNEL)
  readonly #asked = new Map<string, () => void>()

  constructor(isBeforeEyes: (id: ConversationId) => boolean) {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const said = Said.safeParse(data).data
      if (said?.type === 'sees') this.#asked.get(said.askId)?.()
      if (said?.type === 'asks' && isBeforeEyes(said.conversationId))
        this.#post({ type: 'sees', askId: said.askId })
    })
  }

  /** True if a person looks at the conversation in one of them. */
  async isSeen(conversationId: ConversationId): Promise<boolean> {
    const askId = crypto.randomUUID()
    const isSeen = await new Promise<boolean>((resolve) => {
      this.#asked.set(askId, () => resolve(true))
      setTimeout(() => resolve(false), PATIENCE_MS)
      this.#post({ type: 'asks', askId, conversationId })
    })
    this.#asked.delete(askId)
    return isSeen
  }

  close(): void {
    this.#channel.close()
  }

  #post(said: Said): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but its own
    this.#channel.postMessage(said)
  }
}
