import { expect, test } from 'vitest'
import type { BlobHash } from '../../shared/ids.ts'
import { agentMessage, personMessage, resultMessage } from '../fakes/samples.ts'
import type { ExportedConversation } from './export-markdown.ts'
import { withoutHome, withoutSecrets } from './without-secrets.ts'

function saying(text: string): ExportedConversation {
  const message = personMessage(1)
  const messages = [{ ...message, content: { ...message.content, text } } as typeof message]
  return { title: text, folder: text, messages, shells: [], images: null, exportedAt: 0 }
}

function shown(text: string): string {
  const { conversation } = withoutSecrets(saying(text))
  expect(JSON.stringify(conversation.messages)).toContain(JSON.stringify(conversation.title))
  return conversation.title
}

const homeOf = (text: string): string => withoutHome(saying(text), '/home/me').title

const AFTER = 'x1'.repeat(20)

test.each([
  ['Anthropic, OpenAI', `sk-ant-${AFTER}`],
  ['Stripe', `rk_live_${AFTER}`],
  ['GitHub', `ghp_${AFTER}`],
  ['GitHub, fine-grained', `github_pat_${AFTER}`],
  ['GitLab', `glpat-${AFTER}`],
  ['Slack', `xoxb-${AFTER}`],
  ['npm', `npm_${AFTER}`],
  ['PyPI', `pypi-${AFTER}`],
  ['Hugging Face', `hf_${AFTER}`],
  ['AWS', 'AKIAIOSFODNN7EXAMPLE'],
  ['Google', `AIza${AFTER}`],
  ['a JSON Web Token', `eyJ${AFTER}.${AFTER}.${AFTER}`],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${AFTER}\n-----END RSA PRIVATE KEY-----`],
  ['a private key that was cut', `-----BEGIN PRIVATE KEY-----\n${AFTER}`],
])('the key of %s is hidden wherever it appears', (_whose, key) => {
  expect(shown(`Before ${key}`)).toBe('Before [hidden]')
})

test('values after telling names and in addresses are hidden, and their names stay', () => {
  expect(shown('API_KEY=abc12345')).toBe('API_KEY=[hidden]')
  expect(shown('{"password": "hunter22222"}')).toBe('{"password": "[hidden]"}')
  expect(shown('Authorization: Bearer abc12345')).toBe('Authorization: Bearer [hidden]')
  expect(shown('postgres://me:pass@host/db')).toBe('postgres://me:[hidden]@host/db')
})

test.each([
  ['AWS_SECRET_ACCESS_KEY=', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE'],
  ['"secretAccessKey": "', 'wJalrXUtnFEMI/K7MDENG'],
  ['SECRET_KEY_BASE=', '0123456789abcdef'],
  ['SECRET_KEY = "', 'django1insecure'],
  ['private_key: ', 'abc123456'],
  ['ACCOUNT_KEY=', 'abc123456=='],
  ['ENCRYPTION_KEY=', 'abc123456'],
  ['BORG_PASSPHRASE=', 'horse7battery'],
  ['MYSQL_PWD=', 'hunter2222'],
  ['SMTP_PASS=', 'hunter2222'],
])('the value after %s is hidden', (name, value) => {
  expect(shown(`${name}${value}`)).toBe(`${name}[hidden]`)
})

test('what a sentence says about keys and tokens stays', () => {
  const text =
    'max_tokens: 200000000, PWD=/home/me/app2, primary_key: user_id_12, secretary: Jane12345'
  expect(shown(text)).toBe(text)
})

test('values in quotes that a shell or JSON escapes are hidden too', () => {
  expect(shown(String.raw`curl -d "{\"password\": \"hunter22222\"}" x`)).toBe(
    String.raw`curl -d "{\"password\": \"[hidden]\"}" x`,
  )
})

test('the input of a call is hidden by the names of its fields', () => {
  const value = {
    user: 'me-1234567',
    password: 'hunter22222',
    headers: { Authorization: 'Bearer abc12345' },
    tokens: 'unlike-a-token-1',
    accessToken: `sk-${AFTER}`,
  }
  const call = {
    type: 'toolCall',
    providerCallId: 'p',
    name: 'login',
    input: { type: 'object', value },
  }
  const { conversation, hidden } = withoutSecrets({
    ...saying('Hello'),
    messages: [agentMessage(2, [call])],
  })
  expect(
    JSON.parse(JSON.stringify(conversation.messages[0])).content.blocks[0].input.value,
  ).toEqual({
    user: 'me-1234567',
    password: '[hidden]',
    headers: { Authorization: 'Bearer [hidden]' },
    tokens: 'unlike-a-token-1',
    accessToken: '[hidden]',
  })
  expect(hidden).toBe(3)
})

test('ordinary words and code stay as they are', () => {
  const text =
    'The token: string is new. const password = readPassword(). https://host:80/a@b, tokens: 12345678, risk-taking'
  expect(shown(text)).toBe(text)
  expect(withoutSecrets(saying(text)).hidden).toBe(0)
})

test('each hidden text is counted once, including those in output of tools, and images stay', () => {
  const secret = `sk-${AFTER}`
  const images = new Map([['h' as BlobHash, `data:image/png;base64,${secret}`]])
  const said = { ...saying('Hello'), messages: [resultMessage(2, 'c1', secret)], images }
  const { conversation, hidden } = withoutSecrets(said)
  expect(hidden).toBe(1)
  expect(JSON.stringify(conversation.messages)).not.toContain(secret)
  expect(conversation.images).toBe(images)
})

test('a hostile text takes time in proportion: quadratic time would end the test', () => {
  const pieces = ['a.', 'token=', 'token= ', '-----BEGIN PRIVATE KEY-----', 'eyJaaaaaaaa.', 'x://']
  for (const piece of pieces) expect(shown(piece.repeat(200_000))).not.toBe('')
})

test("paths in the home folder begin with ~, and so do those of another person's home", () => {
  expect(homeOf('/home/me/a, /home/me: /home/me')).toBe('~/a, ~: ~')
  expect(homeOf('/home/melissa /home/me-too')).toBe('/home/melissa /home/me-too')
})
