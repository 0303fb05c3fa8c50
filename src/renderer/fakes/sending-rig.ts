import { createStore } from 'zustand/vanilla'
import { createClient } from '../connection/client.ts'
import { createAttaching } from '../state/attaching.ts'
import { createDrafting } from '../state/drafting.ts'
import { createEditing } from '../state/editing.ts'
import { createNotices } from '../state/notices.ts'
import { type Outgoing, unsentOf } from '../state/outgoing.ts'
import { createSending } from '../state/sending.ts'
import { FakeHost } from './fake-host.ts'

/** All that takes part in sending, wired as the app wires it, with a host that answers when told. */
export function createSendingRig() {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const outgoing = createStore<readonly Outgoing[]>(() => [])
  const attaching = createAttaching(client, (id) => drafting.saveSoon(id))
  const drafting = createDrafting(client, {
    unsent: (id) => [...unsentOf(outgoing.getState(), id), ...editing.aside(id)],
    attachments: (id) => attaching.ready(id),
  })
  const notices = createNotices()
  const editing = createEditing({ client, outgoing, drafting, attaching, notices })
  const sending = createSending({ client, outgoing, drafting, attaching, editing, notices })
  return { host, client, attaching, drafting, notices, editing, sending }
}
export type SendingRig = ReturnType<typeof createSendingRig>
