import { Parser } from 'htmlparser2'
import { firstUnits } from '../../../shared/visible-text.ts'

/** Deeper nesting is hostile; everything after that place is dropped. */
const MAX_DEPTH = 256
/** The parser gets this many characters at a time; other work runs in between. */
const SLICE = 64 * 1024
const MAX_LINK = 500

const SKIPPED: ReadonlySet<string> = new Set(
  'script style noscript template svg math iframe object canvas audio video select option button'.split(
    ' ',
  ),
)
const BLOCKS: ReadonlySet<string> = new Set(
  `address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form header hgroup html main
  nav ol p section summary table tbody tfoot thead tr ul`.split(/\s+/),
)

interface HtmlText {
  readonly text: string
  readonly title: string
  /** True if it was nested too deep to be read to its end. */
  readonly isCut: boolean
}

/** Converts a page to plain Markdown: headings, lists, links, code and table cells. Nothing of it is ever run. */
export async function htmlText(html: string, base: URL, signal: AbortSignal): Promise<HtmlText> {
  const page = new Page(base)
  for (let at = 0; at < html.length && !page.isCut && !signal.aborted; at += SLICE) {
    page.read(html.slice(at, at + SLICE))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return page.end()
}

class Page {
  isCut = false
  readonly #base: URL
  readonly #parser: Parser
  readonly #out: string[] = []
  #title = ''
  #depth = 0
  /** The number of skipped elements around the current position. */
  #skipping = 0
  #isTitle = false
  #preformatted = 0
  #lists: number[] = []
  /** The pending line breaks, and whether a space precedes the next word. */
  #ends = 0
  #hasBlank = false
  /** True after a marker (such as that of a list item) whose text comes next. */
  #isBegun = false
  #link: { readonly href: string; readonly from: number } | null = null

  constructor(base: URL) {
    this.#base = base
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: (name) => this.#close(name),
        ontext: (text) => this.#text(text),
      },
      { decodeEntities: true },
    )
  }

  read(slice: string): void {
    this.#parser.write(slice)
  }

  end(): HtmlText {
    if (!this.isCut) this.#parser.end()
    const title = this.#title.replace(/\s+/g, ' ').trim()
    return { text: this.#out.join('').trim(), title, isCut: this.isCut }
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.isCut) return
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) {
      this.isCut = true
      this.#parser.pause()
      return
    }
    if (SKIPPED.has(name)) this.#skipping += 1
    if (this.#skipping > 0) return
    if (name === 'title') this.#isTitle = true
    else if (/^h[1-6]$/.test(name)) this.#begin(2, `${'#'.repeat(Number(name[1]))} `)
    else if (name === 'br') this.#ends = Math.max(this.#ends, 1)
    else if (name === 'hr') this.#rule()
    else if (name === 'li') this.#beginItem()
    else if (name === 'pre') this.#beginCode()
    else if (name === 'code' && this.#preformatted === 0) this.#word('`')
    else if (name === 'td' || name === 'th') this.#word('| ')
    else if (name === 'img') this.#image(attributes['alt'] ?? '')
    else if (name === 'a') this.#beginLink(attributes['href'] ?? '')
    else if (BLOCKS.has(name)) this.#part(name, this.#lists.length)
    if (name === 'ul') this.#lists.push(0)
    if (name === 'ol') this.#lists.push(1)
  }

  #close(name: string): void {
    if (this.isCut) return
    this.#depth -= 1
    if (SKIPPED.has(name)) {
      this.#skipping -= 1
      return
    }
    if (this.#skipping > 0) return
    if (name === 'title') this.#isTitle = false
    else if (name === 'pre') this.#endCode()
    else if (name === 'code' && this.#preformatted === 0) this.#out.push('`')
    else if (name === 'td' || name === 'th') this.#hasBlank = true
    else if (name === 'a') this.#endLink()
    else if (name === 'li') this.#ends = Math.max(this.#ends, 1)
    else if (/^h[1-6]$/.test(name)) this.#part(name, 0)
    else if (BLOCKS.has(name)) this.#part(name, this.#lists.length - 1)
    if (name === 'ul' || name === 'ol') this.#lists.pop()
  }

  #text(text: string): void {
    if (this.isCut || this.#skipping > 0) return
    if (this.#isTitle) this.#title = firstUnits(this.#title + text, 300)
    else if (this.#preformatted > 0) this.#out.push(text)
    else this.#words(text)
  }

  /** White space becomes one space, however much there is. */
  #words(text: string): void {
    const bare = text.replace(/[\s\u00A0]+/g, ' ')
    const words = bare.trim()
    if (bare.startsWith(' ')) this.#hasBlank = true
    if (words === '') return
    this.#word(words)
    this.#hasBlank = bare.endsWith(' ')
  }

  #word(words: string): void {
    if (this.#isBegun) this.#isBegun = false
    else if (this.#out.length > 0 && this.#ends > 0) this.#out.push('\n'.repeat(this.#ends))
    else if (this.#out.length > 0 && this.#hasBlank) this.#out.push(' ')
    this.#ends = 0
    this.#hasBlank = false
    this.#out.push(words)
  }

  /** Rows, and nested lists, have no blank line between them. `lists`: the nesting depth. */
  #part(name: string, lists: number): void {
    const isClose = name === 'tr' || (lists > 0 && (name === 'ul' || name === 'ol'))
    this.#ends = Math.max(this.#ends, isClose ? 1 : 2)
  }

  /** The text that follows continues on the same line. */
  #begin(ends: number, words: string): void {
    this.#ends = Math.max(this.#ends, ends)
    this.#word(words)
    this.#isBegun = true
  }

  #beginItem(): void {
    const depth = Math.max(0, this.#lists.length - 1)
    const number = this.#lists.at(-1) ?? 0
    if (number > 0) this.#lists[this.#lists.length - 1] = number + 1
    this.#begin(1, `${'  '.repeat(Math.min(depth, 10))}${number > 0 ? `${number}.` : '-'} `)
  }

  #beginCode(): void {
    this.#preformatted += 1
    if (this.#preformatted === 1) this.#begin(2, '```\n')
  }

  #endCode(): void {
    this.#preformatted = Math.max(0, this.#preformatted - 1)
    if (this.#preformatted === 0) this.#out.push('\n```')
    this.#isBegun = false
    this.#ends = 2
  }

  #rule(): void {
    this.#ends = 2
    this.#word('---')
    this.#ends = 2
  }

  #image(alt: string): void {
    const words = firstUnits(alt.replace(/\s+/g, ' ').trim(), 300)
    if (words !== '') this.#words(` [image: ${words}] `)
  }

  /** An address that is not a web address is dropped; its text stays. */
  #beginLink(href: string): void {
    if (this.#link !== null || this.#preformatted > 0 || href.startsWith('#')) return
    const url = URL.parse(href, this.#base.href)
    if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > MAX_LINK) return
    this.#word('[')
    this.#link = { href: url.href, from: this.#out.length }
  }

  #endLink(): void {
    const link = this.#link
    if (link === null) return
    this.#link = null
    if (this.#out.length === link.from) this.#out.pop()
    else this.#out.push(`](${link.href})`)
  }
}
