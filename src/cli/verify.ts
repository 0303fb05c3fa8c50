import type { ConversationId } from '../shared/ids.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { visibleText } from '../shared/visible-text.ts'
import { faultsIn, sentenceOf, verifyHistory, type Verification } from '../client/verify-history.ts'
import { conversationOf, type OpenedApp } from './conversations.ts'
import { EXIT } from './exit-codes.ts'
import type { Command } from './terminal.ts'
import { withApp } from './with-app.ts'

/** `phoenix verify`. */
export const verify: Command = (_flags, [id], environment) =>
  withApp(environment, async ({ client }, opened) => {
    const { terminal } = environment
    const only = onlyOf(id, opened)
    if (!only.ok) return only
    const shown: Verification[] = []
    await verifyHistory(
      client,
      (verification) => shown.push(verification),
      () => true,
      only.value,
    )
    const done = shown.at(-1)
    if (done?.type !== 'done')
      return failed(done === undefined ? 'Nothing was verified.' : sentenceOf(done))
    for (const { conversationId, seq, title, what } of done.differences) {
      terminal.print(
        `${conversationId}\tevent ${seq}\t${visibleText(title, 'escaped', true)}\t${visibleText(what)}\n`,
      )
    }
    terminal.note(sentenceOf(done))
    return ok(faultsIn(done.differences).length > 0 ? EXIT.failed : EXIT.done)
  })

function onlyOf(
  id: string | undefined,
  { conversations }: OpenedApp,
): Result<ConversationId | null, string> {
  if (id === undefined) return ok(null)
  const found = conversationOf(id, conversations)
  return found.ok ? ok(found.value.id) : found
}
