import { ConversationId } from '../../shared/ids.ts'
import type { Attachment } from '../../shared/messages/attachment.ts'
import type { Message } from '../../shared/messages/message.ts'
import { createClient } from '../../client/client.ts'
import { type Composer, readyFiles } from '../state/composer/composer.ts'
import { createComposing } from '../state/composer/composing.ts'
import type { Edited } from '../state/composer/outgoing.ts'
import { FakeHost } from '../../client/fakes/fake-host.ts'

/** The conversation whose composer the rig uses. */
export const RIG_ID = ConversationId.parse('c1')

/** The composers, wired as in the app, with a host that answers on demand. */
export function createComposerRig() {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const composing = createComposing(client)
  const now = (): Composer => composing.of(RIG_ID)
  return {
    host,
    client,
    composing,
    now,
    files: (): readonly Attachment[] => readyFiles(now()),
    type: (text: string) => composing.dispatch(RIG_ID, { type: 'typed', text, caret: null }),
    edit: (edited: Edited) =>
      composing.dispatch(RIG_ID, { type: 'editPressed', edited, key: crypto.randomUUID() }),
    putBack: (as: 'edited' | 'original') =>
      composing.dispatch(RIG_ID, { type: 'putBackPressed', as }),
    /** The host's messages are on the screen. */
    show: (messages: readonly Message[], isResting = false) =>
      composing.dispatch(RIG_ID, { type: 'threadShown', messages, isResting }),
    /** Files come back into the composer. */
    give: (attachments: readonly Attachment[]) =>
      composing.dispatch(RIG_ID, { type: 'rewound', text: '', attachments }),
  }
}
export type ComposerRig = ReturnType<typeof createComposerRig>
