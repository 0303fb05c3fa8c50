import { expect, test } from 'vitest'
import { textOfPage } from './page-text.ts'

test.for([
  ['UTF-16, little endian', Buffer.from('\uFEFFhallo ü', 'utf16le'), 'text/plain'],
  ['UTF-16, big endian', Buffer.from('\uFEFFhallo ü', 'utf16le').swap16(), 'text/plain'],
  ['UTF-8 under another name', Buffer.from('\uFEFFhallo ü'), 'text/plain; charset=latin1'],
] as const)('a byte order mark says how a page is encoded: %s', async ([, body, contentType]) => {
  const page = {
    type: 'page',
    url: new URL('http://a.example/'),
    status: 200,
    contentType,
    body,
    isCut: false,
  } as const
  const { signal } = new AbortController()
  expect(await textOfPage(page, signal)).toMatchObject({ type: 'text', text: 'hallo ü' })
})

test('a page that is cut within a character ends before it', async () => {
  const body = Buffer.from('hallo ü').subarray(0, -1)
  const url = new URL('https://example.com/')
  const page = {
    type: 'page',
    url,
    status: 200,
    contentType: 'text/plain',
    body,
    isCut: true,
  } as const
  const { signal } = new AbortController()
  expect(await textOfPage(page, signal)).toMatchObject({ text: 'hallo ', isCut: true })
})
