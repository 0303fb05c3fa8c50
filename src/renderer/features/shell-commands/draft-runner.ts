import { type ConversationId, WorkId } from '../../../shared/ids.ts'
import type { App } from '../../state/app.ts'
import { shellCommandIn } from '../../../client/words/shell-words.ts'

type Dependencies = Pick<App, 'client' | 'composing'>

/** Runs the command in the message field, which is cleared once the command is recorded. Called twice, it runs once. */
export function draftRunner({
  client,
  composing,
}: Dependencies): (id: ConversationId) => Promise<void> {
  let starting: string | null = null
  return async (conversationId) => {
    const typed = composing.of(conversationId).text
    const command = shellCommandIn(typed)
    if (command === null || starting === typed) return
    starting = typed
    const id = WorkId.parse(crypto.randomUUID())
    const answer = await client.request('shell.run', { conversationId, id, command })
    starting = null
    composing.notify(conversationId, answer.ok ? null : answer.error)
    if (answer.ok && composing.of(conversationId).text === typed)
      composing.dispatch(conversationId, { type: 'typed', text: '', caret: 0 })
  }
}
