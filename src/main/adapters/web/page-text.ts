import { markedCharset } from '../../../shared/byte-order-mark.ts'
import type { Fetched } from './fetch-page.ts'

export type PageText =
  | {
      readonly type: 'text'
      readonly text: string
      readonly title: string
      /** The address after redirects. */
      readonly url: string
      readonly status: number
      /** True if the page continues after this. */
      readonly isCut: boolean
    }
  /** A sentence for the model. */
  | { readonly type: 'failed'; readonly text: string }

type Page = Extract<Fetched, { type: 'page' }>

/** Extracts the readable text of a page. Content that claims to be text but is not is refused. */
export async function textOfPage(page: Page, signal: AbortSignal): Promise<PageText> {
  const { body, contentType, isCut, status, url } = page
  const { charset, media } = readType(contentType)
  if (!isText(media))
    return { type: 'failed', text: `${url.href} is ${media}, not text. ${DOWNLOAD_HINT}` }
  const decoded = decode(page, markedCharset(body) ?? charset ?? charsetIn(body))
  if (decoded === null) {
    const text = `${url.href} is ${media === '' ? 'of no declared type' : media} and not text. ${DOWNLOAD_HINT}`
    return { type: 'failed', text }
  }
  const of = { type: 'text', url: url.href, status } as const
  if (!isHtml(media, decoded)) return { ...of, text: decoded, title: '', isCut }
  const { htmlText } = await import('./html-text.ts')
  const html = await htmlText(decoded, url, signal)
  return { ...of, text: html.text, title: html.title, isCut: isCut || html.isCut }
}

const DOWNLOAD_HINT = 'To download it, use bash with curl.'

interface ContentType {
  /** Lower case; '' if none is given. */
  readonly media: string
  readonly charset: string | null
}

function readType(contentType: string): ContentType {
  const [media = '', ...parameters] = contentType.toLowerCase().slice(0, 200).split(';')
  const charset = parameters.map((each) => /^\s*charset\s*=\s*"?([\w.:-]+)/.exec(each)?.[1])
  return { media: media.trim(), charset: charset.find((each) => each !== undefined) ?? null }
}

function isText(media: string): boolean {
  if (media === '' || media.startsWith('text/')) return true
  return /^application\/([\w.-]+\+)?(json|xml|xhtml\+xml|javascript|ecmascript|yaml|x-yaml|toml|x-ndjson|x-sh)$/.test(
    media,
  )
}

/** A page without a type is HTML if it begins like HTML. */
function isHtml(media: string, text: string): boolean {
  if (media === '') return /^\s*<(!doctype html|html|head|body)\b/i.test(text.slice(0, 1_000))
  return media === 'text/html' || media === 'application/xhtml+xml'
}

/** The charset that a page declares in its head. */
function charsetIn(body: Buffer): string {
  const head = body.subarray(0, 2_048).toString('latin1')
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] ?? 'utf-8'
}

/** Null if it is not text. */
function decode(page: Page, charset: string): string | null {
  const text = decodeAs(page, charset)
  return text.includes('\0') ? null : text
}

/** An unknown charset is read as UTF-8. A character that the cut has split is left out. */
function decodeAs({ body, isCut }: Page, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body, { stream: isCut })
  } catch {
    return new TextDecoder().decode(body, { stream: isCut })
  }
}
