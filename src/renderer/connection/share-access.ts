import * as z from '../../shared/schema.ts'

/** The windows of one address, within one browser. */
export const ACCESS_CHANNEL = 'phoenix.access'

const Said = z.discriminatedUnion('type', [
  z.object({ type: z.literal('asks'), askId: z.string() }),
  z.object({ type: z.literal('gives'), askId: z.string(), token: z.string() }),
])
type Said = z.infer<typeof Said>

export interface SharedAccess {
  /** The token of another connected window; null: none answered in time. */
  ask(): Promise<string | null>
  /** From now on answers windows that ask. Null: this one is not connected. */
  offer(token: () => string | null): void
}

/**
 * Lets windows of one browser share access: a second tab belongs to the same person. `patience`: how long to wait for
 * an answer.
 */
export function shareAccess(
  channel: BroadcastChannel,
  timeout: () => Promise<unknown>,
): SharedAccess {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but its own
  const post = (message: Said): void => channel.postMessage(message)

  function onMessage(listener: (said: Said) => void): void {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const parsed = Said.safeParse(data)
      if (parsed.success) listener(parsed.data)
    })
  }

  return {
    ask: () =>
      new Promise((resolve) => {
        const askId = crypto.randomUUID()
        onMessage((said) => {
          if (said.type === 'gives' && said.askId === askId) resolve(said.token)
        })
        void timeout().then(() => resolve(null))
        post({ type: 'asks', askId })
      }),
    offer: (token) =>
      onMessage((said) => {
        const mine = said.type === 'asks' ? token() : null
        if (mine !== null) post({ type: 'gives', askId: said.askId, token: mine })
      }),
  }
}
