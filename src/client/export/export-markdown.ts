import { assertNever } from '../../shared/assert-never.ts'
import { type Attachment, isImage } from '../../shared/messages/attachment.ts'
import type { BlobHash } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { ShellCommand } from '../../shared/conversation/shell-command.ts'
import { outcomeOfShell } from '../words/shell-words.ts'
import { outcomeOf, textOfInput } from '../words/call-texts.ts'
import { filled, plainOutput } from '../words/copied-text.ts'
import { type Part, type ShownCall, type ThreadItem, threadItems } from '../items/thread-items.ts'
import { nameOfModel, withModelNames } from '../words/model-words.ts'
import { formatUtc } from '../words/time.ts'
import { countOf, whatOfCall } from '../words/words.ts'
import type { ExportedImages } from './export-images.ts'
import { fenced } from '../words/fenced.ts'

export interface ExportedConversation {
  readonly title: string
  readonly folder: string
  /** All of them, oldest first. */
  readonly messages: readonly Message[]
  /** Commands that people ran themselves. */
  readonly shells: readonly ShellCommand[]
  /** Null if images are only to be named. */
  readonly images: ExportedImages | null
  /** ms since 1970. */
  readonly exportedAt: number
}

export interface MarkdownOptions {
  /** True to include the input and output of tools; otherwise each call is one line. */
  readonly withTools: boolean
  readonly withThinking: boolean
}

/**
 * Returns what was said and done, for people to read; rewound messages are counted, not shown. The pieces are to be
 * joined unchanged.
 */
export function markdownOf(
  conversation: ExportedConversation,
  options: MarkdownOptions,
): readonly string[] {
  const { exportedAt, folder, images, messages, shells, title } = conversation
  const writer = new MarkdownWriter(images, options)
  const head = [`# ${oneLine(title)}`, `Folder ${inCode(folder)}, exported ${timeOf(exportedAt)}`]
  const items = threadItems(messages, new Map(), shells)
  return [head, ...items.map((item) => writer.item(item))].map(
    (parts) => `${parts.join('\n\n')}\n\n`,
  )
}

class MarkdownWriter {
  readonly #images: ExportedImages | null
  readonly #options: MarkdownOptions

  constructor(images: ExportedImages | null, options: MarkdownOptions) {
    this.#images = images
    this.#options = options
  }

  item(item: ThreadItem): readonly string[] {
    switch (item.type) {
      case 'you': {
        const attached = item.attachments.map((each) => this.#attachment(each))
        return [`## You, ${timeOf(item.at)}`, ...filled(item.text), ...attached]
      }
      case 'agent': {
        const [first] = item.replies
        const head =
          first === undefined ? [] : [`## ${nameOfModel(first.model)}, ${timeOf(first.at)}`]
        return [
          ...head,
          ...item.replies.flatMap(({ parts }) => parts.flatMap((part) => this.#part(part))),
        ]
      }
      case 'summary':
        return [
          `## Summary of ${item.before === null ? 'the above' : 'the beginning'}`,
          ...(item.focus === null ? [] : [`*Asked for with: ${oneLine(item.focus)}*`]),
          item.text,
        ]
      case 'summarised':
        return ['*Everything above is summarised further down.*']
      case 'system':
        return [`*${oneLine(item.title ?? withModelNames(item.text))}*`]
      case 'undo':
        return [`*${oneLine(item.text)}*`]
      case 'error':
        return [`**Error:** ${oneLine(item.text)}`]
      case 'shell':
        return this.#ownCommand(item.command)
      case 'rewound':
        return [`*${countOf(item.items.length, 'entry', 'entries')} rewound.*`]
      default:
        return assertNever(item)
    }
  }

  #part(part: Part): readonly string[] {
    switch (part.type) {
      case 'text':
        return filled(part.text)
      case 'thinking':
        return this.#options.withThinking ? [folded('Thinking', filled(part.text))] : []
      case 'unknown':
        return [`*${part.name}*`]
      case 'step':
        return [`- ${oneLine(part.step.what)}`]
      case 'sources':
        return [part.sources.map(({ href }) => `- <${href}>`).join('\n')]
      case 'call':
        return this.#call(part.call)
      // Occurs only in a running reply, which is not exported.
      case 'growing':
        return []
      default:
        return assertNever(part)
    }
  }

  #call({ input, name, result }: ShownCall): readonly string[] {
    const inputText = textOfInput(input)
    const what = whatOfCall(input, name)
    const head = `**${oneLine(name)}** ${inCode(what)}: ${oneLine(outcomeOf(result, null, 0))}`
    const images = (result?.images ?? []).map((image) => this.#image(image.copy, image.name))
    if (!this.#options.withTools) return [head, ...images]
    const printed = plainOutput(result?.text ?? '')
    const details = [
      ...(inputText === what ? [] : [fenced(inputText)]),
      ...(printed === '' ? [] : [fenced(printed)]),
    ]
    return [head, ...(details.length === 0 ? [] : [folded('Details', details)]), ...images]
  }

  #ownCommand(ran: ShellCommand): readonly string[] {
    const [firstLine = ''] = ran.command.split('\n')
    const head = `**You ran** ${inCode(firstLine)}: ${outcomeOfShell(ran, ran.since)}`
    const printed = plainOutput(ran.output)
    const details = [
      ...(ran.command === firstLine ? [] : [fenced(ran.command)]),
      ...(printed.trim() === '' ? [] : [fenced(printed)]),
    ]
    const isWhole = this.#options.withTools && details.length > 0
    return isWhole ? [head, folded('Details', details)] : [head]
  }

  #attachment(attachment: Attachment): string {
    if (isImage(attachment)) return this.#image(attachment.copy, attachment.name)
    return `*Attached: ${oneLine(attachment.name)}*`
  }

  #image(copy: BlobHash, name: string): string {
    const data = this.#images?.get(copy)
    return data === undefined
      ? `*Image: ${oneLine(name)}*`
      : `![${escaped(oneLine(name))}](${data})`
  }
}

function inCode(text: string): string {
  const line = oneLine(text)
  const runs = line.match(/`+/g) ?? []
  const tick = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1)
  const space = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : ''
  return `${tick}${space}${line}${space}${tick}`
}

function folded(summary: string, parts: readonly string[]): string {
  return `<details>\n<summary>${summary}</summary>\n\n${parts.join('\n\n')}\n\n</details>`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function escaped(text: string): string {
  return text.replace(/[[\]\\]/g, String.raw`\$&`)
}

function timeOf(at: number): string {
  return `${formatUtc(at)} UTC`
}
