import { isJson, type Json } from '../json.ts'

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const DATA_URL = /^data:([^;,]*);base64,(.*)$/s

/** A defect of a base64 PDF that its bytes show without parsing. */
type Flaw = 'notBase64' | 'notPdf' | 'locked'

function flawOf(data: unknown): Flaw | null {
  if (typeof data !== 'string' || !BASE64.test(data)) return 'notBase64'
  const file = Buffer.from(data, 'base64').toString('latin1')
  if (!file.startsWith('%PDF-') || !file.includes('%%EOF')) return 'notPdf'
  return file.includes('/Encrypt') ? 'locked' : null
}

/** In the words of the Messages API (anthropic-sdk-python #903, claude-code #6197). */
const IN_MESSAGES: Readonly<Record<Flaw, string>> = {
  notBase64: 'invalid base64 data',
  notPdf: 'The PDF specified was not valid.',
  locked: 'The PDF specified is password protected.',
}

/** A document in a message of the Messages API. */
export function checkDocument({ source, ...block }: Json, where: string): string | null {
  const odd = Object.keys(block).find((name) => !DOCUMENT_FIELDS.has(name))
  if (odd !== undefined) return `${where}.document.${odd}: Extra inputs are not permitted`
  const place = `${where}.pdf.source`
  if (!isJson(source)) return `${where}.document.source: Field required`
  if (source['type'] !== 'base64') return `${place}.type: this server knows base64 only`
  if (source['media_type'] !== 'application/pdf') {
    return `${place}.base64.media_type: Input should be 'application/pdf'`
  }
  const flaw = flawOf(source['data'])
  return flaw === null ? null : `${place}.base64.data: ${IN_MESSAGES[flaw]}`
}

const DOCUMENT_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'title',
  'context',
  'citations',
  'cache_control',
])

/** The highest limit of any Claude; lower if the context window is under a million tokens. */
const MAX_PAGES = 600

/** The limit on pages of a whole request, counting those that are visible without decompression. */
export function checkPages(messages: readonly unknown[]): string | null {
  const blocks = messages.flatMap((message) => {
    const content = isJson(message) ? message['content'] : null
    return Array.isArray(content) ? content.filter(isJson) : []
  })
  const pages = blocks.reduce((sum, { source, type }) => {
    if (type !== 'document' || !isJson(source)) return sum
    const file = Buffer.from(String(source['data']), 'base64').toString('latin1')
    return sum + (file.match(/\/Type\s*\/Page\b/g)?.length ?? 0)
  }, 0)
  return pages > MAX_PAGES ? `A maximum of ${MAX_PAGES} PDF pages may be provided.` : null
}

/** A file as both OpenAI APIs accept it: a name, and a data URL (pydantic-ai #4445). */
export function checkFile({ file_data: url, filename }: Json, where: string): string | null {
  if (typeof filename !== 'string' || filename === '') {
    return `Missing required parameter: '${where}.filename'.`
  }
  const [, type = '', data = ''] = DATA_URL.exec(typeof url === 'string' ? url : '') ?? []
  if (type !== 'application/pdf') {
    return `Invalid file data: '${where}.file_data'. Expected a base64-encoded data URL with an application/pdf MIME type (e.g. 'data:application/pdf;base64,SGVsbG8sIFdvcmxkIQ=='), but got unsupported MIME type '${type}'.`
  }
  return flawOf(data) === null ? null : `Invalid file data: '${where}.file_data'.`
}

/** In Gemini's words (gemini-cli #13808). */
export function checkPdfData(data: unknown): string | null {
  return flawOf(data) === null ? null : 'The document has no pages.'
}
