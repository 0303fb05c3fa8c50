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
