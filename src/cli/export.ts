import { sendFile } from '../client/files/upload.ts'
import { MAX_FILE_BYTES } from '../shared/messages/attachment.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { FORMATS } from '../client/export/export-formats.ts'
import { EXPORT_FORMATS } from '../client/export/format-names.ts'
import { exportedImages, wordsOfMissing } from '../client/export/export-images.ts'
import { type ExportedConversation, markdownOf } from '../client/export/export-markdown.ts'
import { wholeHistory } from '../client/export/whole-history.ts'
import { withoutHome, withoutSecrets } from '../client/export/without-secrets.ts'
import { wordOfActivity } from '../client/words/words.ts'
import { conversationOf, type OpenedApp } from './conversations.ts'
import { EXIT } from './exit-codes.ts'
import type { Command, OpenHost } from './terminal.ts'
import { printedText } from './terminal-text.ts'
import { withApp } from './with-app.ts'

/** `phoenix show`. */
export const show: Command = (_flags, [id = ''], environment) =>
  withApp(environment, async (host, opened) => {
    const read = await wholeOf(id, host, opened)
    if (!read.ok) return read
    const text = markdownOf(read.value, { withThinking: false, withTools: false }).join('')
    const { terminal } = environment
    terminal.note(`State: ${wordOfActivity(read.value.activity)}`)
    terminal.print(printedText(terminal, text))
    return ok(EXIT.done)
  })

/** `phoenix export`. */
export const exportConversation: Command = (flags, [id = ''], environment) =>
  withApp(environment, async (host, opened) => {
    const read = await wholeOf(id, host, opened)
    if (!read.ok) return read
    const whole = flags.has('redact') ? redacted(read.value, opened) : read.value
    const pictures = flags.has('images')
      ? await exportedImages(host.client, whole.messages, () => true)
      : null
    const format = EXPORT_FORMATS.find((each) => each === flags.get('format')) ?? 'markdown'
    const { write } = FORMATS[format]
    const images = pictures?.images ?? null
    const parts = await write({ ...whole, images }, { withThinking: true, withTools: true })
    const { terminal } = environment
    const missing = wordsOfMissing(pictures?.missing ?? 0)
    if (missing !== '') terminal.note(missing)
    const out = flags.get('out')
    if (out === undefined || out === '-') {
      terminal.print(printedText(terminal, parts.join('')))
      return ok(EXIT.done)
    }
    const written = terminal.writeFile(out, parts.join(''))
    return written.ok ? ok(EXIT.done) : written
  })

/** `phoenix open`: shows a conversation from a file. Read-only, and in no list. */
export const openFile: Command = (_flags, [path = ''], environment) =>
  withApp(environment, async ({ client }) => {
    const { terminal } = environment
    const bytes = terminal.readFile(path, MAX_FILE_BYTES)
    if (!bytes.ok) return bytes
    const { length: size } = bytes.value
    const slice = (from?: number, to?: number): Blob => new Blob([bytes.value.subarray(from, to)])
    const sent = await sendFile(client, { name: path, size, slice }, 'import')
    const opened = sent.ok ? await client.request('import.open', { fileId: sent.value }) : sent
    if (!opened.ok) return failed(opened.error.message)
    if (opened.value.type === 'list') return failed(severalIn(opened.value.sessions.length))
    const { fileId, folder, newest, title } = opened.value.file
    const pages = [newest]
    for (let [page] = pages; page?.hasEarlier === true; [page] = pages) {
      const beforeSeq = page.messages[0]?.seq ?? 1
      const earlier = await client.request('import.earlier', { fileId, beforeSeq })
      if (!earlier.ok) return failed(earlier.error.message)
      pages.unshift(earlier.value)
    }
    const messages = pages.flatMap((page) => page.messages)
    const conversation = {
      title,
      folder,
      messages,
      shells: [],
      images: null,
      exportedAt: Date.now(),
    }
    const text = markdownOf(conversation, { withThinking: false, withTools: false }).join('')
    terminal.note('From a file, read-only. To continue it, import it in the app.')
    terminal.print(printedText(terminal, text))
    return ok(EXIT.done)
  })

function severalIn(count: number): string {
  return `This file has ${count} conversations. Import them in the app.`
}

function redacted(whole: ExportedConversation, { homeFolder }: OpenedApp): ExportedConversation {
  return withoutHome(withoutSecrets(whole).conversation, homeFolder)
}

async function wholeOf(
  id: string,
  { client }: OpenHost,
  { conversations }: OpenedApp,
): Promise<
  Result<ExportedConversation & Pick<OpenedApp['conversations'][number], 'activity'>, string>
> {
  const found = conversationOf(id, conversations)
  if (!found.ok) return found
  const { activity, folder, id: conversationId, title } = found.value
  const opened = await client.request('conversation.open', { conversationId })
  if (!opened.ok) return failed(opened.error.message)
  const whole = await wholeHistory(client, { conversationId, ...opened.value }, () => true)
  if (whole === null) return failed('The conversation could not be read to its end.')
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
