import { failed, ok, type Result } from '../shared/result.ts'
import { visibleText } from '../shared/visible-text.ts'
import { jsonOf } from '../renderer/features/export/export-json.ts'
import {
  type ExportedConversation,
  markdownOf,
} from '../renderer/features/export/export-markdown.ts'
import { wholeHistory } from '../renderer/features/export/whole-history.ts'
import { wordOfActivity } from '../renderer/features/words.ts'
import { conversationOf, type Opened } from './conversations.ts'
import { EXIT } from './exit-codes.ts'
import type { Command, OpenHost, Terminal } from './terminal.ts'
import { withApp } from './with-app.ts'

/** `phoenix show`. */
export const show: Command = (_flags, [id = ''], surroundings) =>
  withApp(surroundings, async (host, opened) => {
    const read = await wholeOf(id, host, opened)
    if (!read.ok) return read
    const text = markdownOf(read.value, { withThinking: false, withTools: false }).join('')
    const { terminal } = surroundings
    terminal.note(`State: ${wordOfActivity(read.value.activity)}`)
    terminal.print(shownOn(terminal, text))
    return ok(EXIT.done)
  })

/** `phoenix export`. */
export const exportConversation: Command = (flags, [id = ''], surroundings) =>
  withApp(surroundings, async (host, opened) => {
    const read = await wholeOf(id, host, opened)
    if (!read.ok) return read
    const isJson = flags.get('format') === 'json'
    const parts = isJson
      ? jsonOf(read.value)
      : markdownOf(read.value, { withThinking: true, withTools: true })
    const { terminal } = surroundings
    const out = flags.get('out')
    if (out === undefined) {
      terminal.print(shownOn(terminal, parts.join('')))
      return ok(EXIT.done)
    }
    const written = terminal.writeFile(out, parts.join(''))
    return written.ok ? ok(EXIT.done) : written
  })

/** Nothing that was said or printed can control the terminal. */
function shownOn({ isShown }: Terminal, text: string): string {
  return isShown ? visibleText(text, 'kept') : text
}

async function wholeOf(
  id: string,
  { client }: OpenHost,
  { conversations }: Opened,
): Promise<
  Result<ExportedConversation & Pick<Opened['conversations'][number], 'activity'>, string>
> {
  const found = conversationOf(id, conversations)
  if (!found.ok) return found
  const { activity, folder, id: conversationId, title } = found.value
  const opened = await client.request('conversation.open', { conversationId })
  if (!opened.ok) return failed(opened.error.message)
  const whole = await wholeHistory(client, { conversationId, ...opened.value }, () => true)
  if (whole === null) return failed('It was not read to its end.')
  if (!whole.ok) return failed(whole.error.message)
  return ok({
    title,
    folder,
    activity,
    ...whole.value,
    images: null,
    exportedAt: Date.now(),
  })
}
