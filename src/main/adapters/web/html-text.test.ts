import { expect, test } from 'vitest'
import { htmlText } from './html-text.ts'

const BASE = new URL('https://example.com/docs/')
const GOES_ON = new AbortController().signal

async function textOf(html: string): Promise<string> {
  return (await htmlText(html, BASE, GOES_ON)).text
}

test('a page becomes its text: headings, paragraphs, lists, links, code and cells', async () => {
  const html = `<!doctype html><html><head><title> The
    page </title><style>p { color: red }</style><script>steal()</script></head><body>
    <h1>Title &amp; more</h1><p>Some   <b>bold</b> text<br>and a <a href="../guide?a=1&amp;b=2">link</a>.</p>
    <ul><li>one</li><li>two<ol><li>first</li><li>second</li></ol></li></ul>
    <pre><code>if (a &lt; b) {
  run()
}</code></pre>
    <p>Use <code>npm test</code>.</p>
    <table><tr><th>Name</th><th>Age</th></tr><tr><td>Ada</td><td>36</td></tr></table>
    <a href="javascript:steal()">no link</a><a href="#top"><img src="x.png" alt="A cat"></a><a href="/x"></a>
    <noscript>hidden</noscript></body></html>`
  const page = await htmlText(html, BASE, GOES_ON)
  expect(page.title).toBe('The page')
  expect(page.isCut).toBe(false)
  expect(page.text).toBe(`# Title & more

Some bold text
and a [link](https://example.com/guide?a=1&b=2).

- one
- two
  1. first
  2. second

\`\`\`
if (a < b) {
  run()
}
\`\`\`

Use \`npm test\`.

| Name | Age
| Ada | 36

no link [image: A cat]`)
})

test('text that is not HTML, or broken HTML, is read as far as it makes sense', async () => {
  expect(await textOf('just words')).toBe('just words')
  expect(await textOf('<p>one<p>two</b></i></div>three')).toBe('one\n\ntwothree')
  expect(await textOf('')).toBe('')
  expect(await textOf('<a href="x">unclosed <script>never closed')).toBe(
    '[unclosed](https://example.com/docs/x)',
  )
})

test('an endlessly nested page is cut where it becomes absurd, in less than quadratic time', async () => {
  const page = await htmlText(`start${'<div>'.repeat(1_000_000)}end`, BASE, GOES_ON)
  expect(page).toMatchObject({ text: 'start', isCut: true })
  const closing = await htmlText(`start${'</b></x>'.repeat(500_000)}end`, BASE, GOES_ON)
  expect(closing.text).toBe('startend')
})

test('reading ends between two slices when the call is stopped', async () => {
  const stop = new AbortController()
  stop.abort()
  const page = await htmlText('<p>words</p>', BASE, stop.signal)
  expect(page.text).toBe('')
})

test('a long title and a long description of an image end in a whole character', async () => {
  const long = `${'x'.repeat(299)}😀`
  const html = `<title>${long}</title><img alt="${long}">`
  const { text, title } = await htmlText(html, BASE, GOES_ON)
  expect(title).toBe('x'.repeat(299))
  expect(text).toBe(`[image: ${'x'.repeat(299)}]`)
})
