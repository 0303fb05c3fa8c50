import {
  type AttachedFile,
  type AttachedImage,
  type Attachment,
  isImage,
} from '../../../../shared/messages/attachment.ts'
import type { ToolContent } from '../../../../shared/messages/content.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { BlobPort } from '../../ports/file-ports.ts'
import type { ReadSession } from '../../ports/import-port.ts'
import type { Uploads } from './uploads.ts'

interface FilePorts {
  readonly files: Pick<Uploads, 'whyNotKept' | 'prepare'>
  readonly blobs: Pick<BlobPort, 'read' | 'sizeOf'>
}

/**
 * Returns the messages of a session, with its images stored like any that a person attaches. A file that neither came
 * with the session nor is stored here is replaced by a line of text: a message never names a missing file. Fails if one
 * cannot be read or stored now; the error is a sentence.
 */
export async function withKeptFiles(
  { images, messages }: ReadSession,
  ports: FilePorts,
): Promise<Result<readonly Message[], string>> {
  const keeping = new Keeping(images, ports)
  const kept: Message[] = []
  for (const message of messages) {
    kept.push(namesFile(message) ? await keeping.message(message) : message)
    if (keeping.fault !== null) return failed(keeping.fault)
  }
  return ok(kept)
}

function namesFile({ content }: Message): boolean {
  if (content.type === 'user') return content.attachments.length > 0
  return content.type === 'tool' && content.content.some(({ type }) => type === 'image')
}

class Keeping {
  readonly #images: ReadSession['images']
  readonly #ports: FilePorts
  /** Why a file cannot be read or stored now. */
  fault: string | null = null

  constructor(images: ReadSession['images'], ports: FilePorts) {
    this.#images = images
    this.#ports = ports
  }

  async message(message: Message): Promise<Message> {
    const { content } = message
    if (content.type === 'user') {
      const attachments: Attachment[] = []
      const missing: string[] = []
      for (const each of content.attachments) {
        const kept = await this.#attachment(each)
        if (kept === null) missing.push(wordsInstead(each))
        else attachments.push(kept)
      }
      const text = [...missing, content.text].join('\n\n')
      return { ...message, content: { ...content, text, attachments } }
    }
    if (content.type !== 'tool') return message
    const parts: ToolContent[] = []
    for (const part of content.content) parts.push(await this.#part(part))
    return { ...message, content: { ...content, content: parts } }
  }

  async #part(part: ToolContent): Promise<ToolContent> {
    if (part.type !== 'image') return part
    const { blob, type, ...facts } = part
    const kept = await this.#image({ ...facts, original: blob, copy: blob })
    if (kept === null) return { type: 'text', text: notThere(part.name) }
    const { copy, original: _original, ...own } = kept
    return { type, blob: copy, ...own }
  }

  #attachment(attachment: Attachment): Promise<Attachment | null> {
    return isImage(attachment) ? this.#image(attachment) : this.#file(attachment)
  }

  async #image(image: AttachedImage): Promise<AttachedImage | null> {
    if (this.#ports.files.whyNotKept([image]) === null) return image
    const data = this.#images.get(image.copy)
    if (data === undefined) {
      const size = this.#ports.blobs.sizeOf(image.copy)
      if (!size.ok) this.fault = unread(image.name, size.error)
      return null
    }
    const attachment = await this.#prepared(Buffer.from(data, 'base64'), image.name)
    return attachment !== null && isImage(attachment) ? attachment : null
  }

  /** Returns it with the path under which Phoenix stores it: the session may name any path. */
  async #file({ head, name, original }: AttachedFile): Promise<AttachedFile | null> {
    const bytes = this.#ports.blobs.read(original)
    if (!bytes.ok) this.fault = unread(name, bytes.error)
    if (!bytes.ok || bytes.value === null) return null
    const attachment = await this.#prepared(bytes.value, name)
    if (attachment === null || isImage(attachment)) return null
    return head === undefined ? attachment : { ...attachment, head }
  }

  async #prepared(bytes: Uint8Array, name: string): Promise<Attachment | null> {
    const prepared = await this.#ports.files.prepare(bytes, name)
    if (!prepared.ok) this.fault = prepared.error.message
    return prepared.ok && prepared.value.type === 'ready' ? prepared.value.attachment : null
  }
}

function unread(name: string, why: string): string {
  return `${name} cannot be read right now: ${why}. Nothing was imported; try again later.`
}

function wordsInstead(attachment: Attachment): string {
  const head = isImage(attachment) ? undefined : attachment.head
  const words = notThere(attachment.name)
  return head === undefined ? words : `${words}\n${head.text}`
}

function notThere(name: string): string {
  return `[${name} was not in the imported session.]`
}
