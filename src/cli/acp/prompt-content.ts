import type { ContentBlock, EmbeddedResourceResource } from '@agentclientprotocol/sdk'
import type { Client } from '../../client/client.ts'
import { type Attachment, MAX_ATTACHMENTS } from '../../shared/messages/attachment.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { fromBase64 } from '../../client/files/base64.ts'
import { upload } from '../../client/files/upload.ts'

const NOT_BASE64 = 'A file in this prompt could not be read: it is not base64.'

function tooMany(count: number): string {
  return `This prompt has ${count} images and embedded files; at most ${MAX_ATTACHMENTS} fit into one. Leave some out.`
}

/** A prompt as a message of Phoenix. */
export interface PromptContent {
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/**
 * Converts a prompt: text stays text, a link to a file becomes its path, and embedded content is attached. The error is
 * a sentence for people.
 */
export async function readPrompt(
  client: Client,
  blocks: readonly ContentBlock[],
): Promise<Result<PromptContent, string>> {
  const parts: Parts[] = []
  for (const block of blocks) {
    const read = partsOf(block)
    if (read === null) return failed(NOT_BASE64)
    parts.push(read)
  }
  const files = parts.flatMap(({ file }) => (file === null ? [] : [file]))
  if (files.length > MAX_ATTACHMENTS) return failed(tooMany(files.length))
  const attachments: Attachment[] = []
  for (const file of files) {
    const attached = await attach(client, file)
    if (!attached.ok) return attached
    attachments.push(attached.value)
  }
  const text = parts.map(({ words }) => words).join('')
  return ok({ text: text.trim(), attachments })
}

interface Parts {
  readonly words: string
  readonly file: File | null
}

/** Null if its bytes cannot be read. */
function partsOf(block: ContentBlock): Parts | null {
  switch (block.type) {
    case 'text':
      return { words: block.text, file: null }
    case 'resource_link':
      return { words: mention(block.uri), file: null }
    case 'image':
      return withBytes('', nameIn(block.uri ?? ''), block.data, block.mimeType)
    case 'resource': {
      const { resource } = block
      const name = nameIn(resource.uri)
      const words = mention(resource.uri)
      if (isEmpty(resource)) return { words: `${words}(empty) `, file: null }
      if ('text' in resource)
        return { words, file: new File([resource.text], name, { type: 'text/plain' }) }
      return withBytes(words, name, resource.blob, resource.mimeType ?? '')
    }
    case 'audio':
      return { words: '[Audio, which Phoenix does not take.]', file: null }
    default:
      return { words: '', file: null }
  }
}

/** An editor embeds an empty file like any other. */
function isEmpty(resource: EmbeddedResourceResource): boolean {
  return ('text' in resource ? resource.text : resource.blob) === ''
}

function withBytes(words: string, name: string, base64: string, type: string): Parts | null {
  try {
    return { words, file: new File([fromBase64(base64)], name, { type }) }
  } catch {
    return null
  }
}

/** Returns a file's path as people and models write it; any other address unchanged. */
function mention(uri: string): string {
  if (!uri.startsWith('file://')) return ` ${uri} `
  try {
    return ` ${decodeURIComponent(new URL(uri).pathname)}${lineOf(uri)} `
  } catch {
    return ` ${uri} `
  }
}

/** Parses `#L10` and `#L10-20`, as editors write them. */
function lineOf(uri: string): string {
  const line = /#L(\d+)/.exec(uri)?.[1]
  return line === undefined ? '' : `:${line}`
}

function nameIn(uri: string): string {
  const last = uri.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || 'file'
  } catch {
    return last
  }
}

async function attach(client: Client, file: File): Promise<Result<Attachment, string>> {
  const prepared = await upload(client, file)
  if (!prepared.ok) return failed(`${file.name}: ${prepared.error.message}`)
  const { value } = prepared
  return value.type === 'ready' ? ok(value.attachment) : failed(value.reason)
}
