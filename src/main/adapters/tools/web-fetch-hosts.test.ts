import { expect, test } from 'vitest'
import type { Permitted } from './definition/tool.ts'
import { createWebFetch } from './web-fetch.ts'

async function permitted(url: string): Promise<Permitted | string> {
  const { check } = await createWebFetch().inspect({ type: 'object', value: { url } }, '/')
  if (check.type === 'unusable') return check.text
  const { action, reach, subject } = check
  return { action, reach, subject }
}

test.each([
  ['https://example.com/a?b=c', 'example.com', 'inside'],
  ['http://EXAMPLE.com:80/', 'example.com', 'inside'],
  ['https://example.com:8443/', 'example.com:8443', 'inside'],
  ['https://exämple.com/', 'xn--exmple-cua.com', 'inside'],
  ['http://localhost:3000/x', 'localhost:3000', 'outside'],
  ['http://2130706433/', '127.0.0.1', 'outside'],
  ['http://0177.0.0.1/', '127.0.0.1', 'outside'],
  ['http://[::ffff:127.0.0.1]:1/', '[::ffff:7f00:1]:1', 'outside'],
])('%s asks for the host %s, which is %s', async (url, subject, reach) => {
  expect(await permitted(url)).toEqual({ action: 'fetch', subject, reach })
})

test.each([
  'file:///etc/passwd',
  'ftp://example.com/',
  'data:text/plain,x',
  'javascript:alert(1)',
  'example.com',
  'http://user:secret@example.com/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://[fd00:ec2::254]/',
  'http://[::ffff:169.254.169.254]/',
  'http://metadata.google.internal/',
  'http://0/',
])('%s never asks', async (url) => {
  expect(await permitted(url)).toMatch(/The input of web_fetch is not valid/)
})
