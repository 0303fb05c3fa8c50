import { createClient } from '../../../client/client.ts'
import { NEVER, within } from '../../adapters/system/within.ts'
import { dialLocalSocket } from '../shared/dial-local-socket.ts'

/** A refused start ends within 2 s. */
const ANSWER_MS = 500

/**
 * Asks the host that owns the data folder, through its local socket, for the address of one more window: with the form for a
 * new conversation in `folder`, or where the person left off. Null: it has no page at an address, or does not answer.
 */
export async function addressOfRunningHost(
  dataFolder: string,
  folder: string | null,
): Promise<string | null> {
  const connection = await dialLocalSocket(dataFolder)
  if (connection === null || connection === 'busy') return null
  const client = createClient()
  void client.attach(connection)
  const asked = await within(client.request('browser.newAddress', { folder }), ANSWER_MS, NEVER)
  connection.close()
  return asked.type === 'done' && asked.value.ok ? asked.value.value.address : null
}
