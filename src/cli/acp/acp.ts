import { MessageTooLargeError, ndJsonStream } from '@agentclientprotocol/sdk'
import { EXIT, EXIT_OF_STOP, type ExitCode } from '../exit-codes.ts'
import type { Command } from '../terminal.ts'
import { CONNECTION_ENDED, enter, tellNotices } from '../with-app.ts'
import { phoenixAgent } from './agent.ts'

/** Several images fit into one message of a client; a longer line never ends, or nobody can use it. */
const MAX_LINE_BYTES = 32 * 1024 * 1024
const TOO_LONG =
  'The client sent a line of more than 32 MB. Its sessions were closed, and what they ran was stopped.'

/** `phoenix acp`: an agent for an editor, on standard input and output, until the editor closes them. */
export const acp: Command = async (_flags, _words, { openHost, terminal }) => {
  const entered = await enter({ openHost })
  if (!entered.ok) {
    terminal.note(entered.error)
    return EXIT.failed
  }
  const { host, opened } = entered.value
  tellNotices(opened, terminal)
  const phoenix = phoenixAgent(host.client, opened, (line) => terminal.note(line))
  const { input, output } = terminal.streams()
  const connection = phoenix.app.connect(
    ndJsonStream(output, input, { maxMessageBytes: MAX_LINE_BYTES }),
  )
  let code: ExitCode = EXIT.done
  terminal.onStop((reason) => {
    code = EXIT_OF_STOP[reason]
    connection.close()
  })
  const isHostGone = await Promise.race([
    connection.closed.then(() => false),
    host.closed.then(() => true),
  ])
  connection.close()
  if (isHostGone) {
    terminal.note(CONNECTION_ENDED)
    return EXIT.failed
  }
  const isTooLong = connection.signal.reason instanceof MessageTooLargeError
  await phoenix.close()
  await host.close()
  if (isTooLong) terminal.note(TOO_LONG)
  return isTooLong ? EXIT.failed : code
}
