import { type ConversationId, WorkId } from '../../../shared/ids.ts'
import type { App } from '../../state/app.ts'
import { shellCommandIn } from '../../../client/words/shell-words.ts'

type Dependencies = Pick<App, 'client' | 'composing'>

interface Start {
  readonly typed: string
  readonly id: WorkId
  readonly isAsked: boolean
}

/**
 * Runs the command in the message field, which is cleared once the command is recorded. Called twice, it runs once, also
 * if the first answer is lost: as long as the same text is in the field, it is the same command.
 */
export function draftRunner({
  client,
  composing,
}: Dependencies): (id: ConversationId) => Promise<void> {
  const starts = new Map<ConversationId, Start>()
  composing.store.subscribe(() => {
    for (const [id, { typed, isAsked }] of starts)
      if (!isAsked && composing.of(id).text !== typed) starts.delete(id)
  })
  return async (conversationId) => {
    const typed = composing.of(conversationId).text
    const command = shellCommandIn(typed)
    if (command === null) return
    const before = starts.get(conversationId)
    const isSame = before?.typed === typed
    if (isSame && before.isAsked) return
    const id = isSame ? before.id : WorkId.parse(crypto.randomUUID())
    const start = { typed, id, isAsked: true }
    starts.set(conversationId, start)
    const answer = await client.request('shell.run', { conversationId, id, command })
    const isUnchanged = composing.of(conversationId).text === typed
    if (starts.get(conversationId) === start) {
      const isLost = !answer.ok && answer.error.code === 'disconnected'
      if (isLost && isUnchanged) starts.set(conversationId, { ...start, isAsked: false })
      else starts.delete(conversationId)
    }
    composing.notify(conversationId, answer.ok ? null : answer.error)
    if (answer.ok && isUnchanged)
      composing.dispatch(conversationId, { type: 'typed', text: '', caret: 0 })
  }
}
