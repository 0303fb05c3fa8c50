import { expect, test } from 'vitest'
import { load } from 'js-yaml'
import { appError } from '../../../shared/app-error.ts'
import { type BlobHash, type ConversationId, WorkId } from '../../../shared/ids.ts'
import type { ShellCommand } from '../../../shared/conversation/shell-command.ts'
import { Message } from '../../../shared/messages/message.ts'
import { createClient } from '../../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../../client/fakes/fake-host.ts'
import {
  agentMessage,
  attachmentOf,
  personMessage,
  resultMessage,
  rewoundMessage,
} from '../../../client/fakes/samples.ts'
import { exportedImages } from '../../../client/export/export-images.ts'
import { jsonOf } from '../../../client/export/export-json.ts'
import { type ExportedConversation, markdownOf } from '../../../client/export/export-markdown.ts'
import { yamlOf } from '../../../client/export/export-yaml.ts'
import { exportFileName } from './file-name.ts'
import { wholeHistory } from '../../../client/export/whole-history.ts'

const ID = 'c1' as ConversationId
const BRIEF = { withTools: false, withThinking: false }
const WHOLE = { withTools: true, withThinking: true }

const called = (name: string, value: object): object => ({
  type: 'toolCall',
  providerCallId: 'p',
  name,
  input: { type: 'object', value },
})
const call = (command: string): object => called('bash', { command })

function exported(messages: readonly Message[]): ExportedConversation {
  return { title: 'A test', folder: '/work/a', messages, shells: [], images: null, exportedAt: 0 }
}

const RAN: ShellCommand = {
  id: WorkId.parse('s1'),
  command: 'npm test',
  afterSeq: 1,
  since: 0,
  isSandboxed: true,
  phase: { type: 'exited', code: 1, at: 2_000 },
  output: '1 failed\n',
}

function withAttachment(attachment: object): Message {
  const { content, ...rest } = personMessage(1)
  return Message.parse({ ...rest, content: { ...content, attachments: [attachment] } })
}

function connected(): { host: FakeHost; client: ReturnType<typeof createClient> } {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  return { host, client }
}

test('Markdown has who said what and, if wanted, the input and output of tools', () => {
  const messages = [
    personMessage(1),
    agentMessage(2, [
      { type: 'thinking', text: 'Hm.', signature: null },
      { type: 'text', text: 'I look.' },
      call('ls\npwd'),
    ]),
    resultMessage(3, 'm2.0', '\u001B[31mred\u001B[0m\n'),
    agentMessage(4, [{ type: 'text', text: 'Done.' }]),
  ]
  const whole = markdownOf(exported(messages), WHOLE).join('')
  expect(whole).toMatch(
    /^# A test\n\nFolder `\/work\/a`, exported 1970-01-01 00:00 UTC\n\n## You, /,
  )
  expect(whole).toContain('<summary>Thinking</summary>\n\nHm.')
  expect(whole).toContain('```\nls\npwd\n```\n\n```\nred\n```')
  expect(whole.match(/^## /gm)).toHaveLength(2)
  const brief = markdownOf(exported(messages), BRIEF).join('')
  expect(brief).toContain('**bash** `ls …`: ')
  expect(brief).toContain('\n\nDone.\n')
  for (const gone of ['Hm.', 'pwd', 'red']) expect(brief).not.toContain(gone)
})

test('in brief a checklist is counted, and a changed file named', () => {
  const messages = [
    agentMessage(1, [
      called('todo', { todos: [{ text: 'Look', state: 'done' }] }),
      called('edit_file', { old_string: 'a', new_string: 'b', path: 'src/a.ts' }),
    ]),
  ]
  const brief = markdownOf(exported(messages), BRIEF).join('')
  expect(brief).toContain('**todo** `1 task`: ')
  expect(brief).toContain('**edit_file** `src/a.ts`: ')
})

test('output with fences and a command with backticks stay unchanged', () => {
  const messages = [
    agentMessage(1, [call('echo `date`')]),
    resultMessage(2, 'm1.0', 'a\n````\n## no heading\n````'),
  ]
  const text = markdownOf(exported(messages), WHOLE).join('')
  expect(text).toContain('`` echo `date` ``')
  expect(text).toContain('`````\na\n````\n## no heading\n````\n`````')
})

test('rewound messages are counted, not shown; JSON includes them', () => {
  const messages = [
    personMessage(1),
    agentMessage(2, [{ type: 'text', text: 'Never.' }]),
    rewoundMessage(3, 1),
  ]
  const text = markdownOf(exported(messages), BRIEF).join('')
  expect(text).not.toContain('Never.')
  expect(text).toContain('*2 entries rewound.*')
  const json = JSON.parse(jsonOf(exported(messages)).join('')) as Record<string, unknown>
  expect(json).toMatchObject({ format: 'phoenix-conversation', version: 1, title: 'A test' })
  expect(json['messages']).toEqual(messages)
  expect(JSON.parse(jsonOf(exported([])).join(''))).toMatchObject({ messages: [] })
})

test('a command that a person ran appears where it was run, with its output if requested', () => {
  const conversation = { ...exported([personMessage(1), personMessage(2)]), shells: [RAN] }
  const brief = markdownOf(conversation, BRIEF)
  expect(brief[2]).toBe('**You ran** `npm test`: exit 1 · 2.0 s\n\n')
  expect(markdownOf(conversation, WHOLE)[2]).toContain('1 failed')
  expect(JSON.parse(jsonOf(conversation).join(''))).toMatchObject({ commands: [RAN] })
})

test('YAML equals JSON, and writes multi-line texts as blocks', () => {
  const messages = [
    personMessage(1),
    agentMessage(2, [
      {
        type: 'text',
        text: 'One:\n\n  - two # no comment\n\ttab \u001B[31m "quoted" &anchor *alias ---\n',
      },
      call('ls\npwd'),
    ]),
    resultMessage(3, 'm2.0', 'yes: no\n...\n- 1\r\nnull'),
  ]
  const whole = exported(messages)
  const yaml = yamlOf(whole).join('')
  expect(load(yaml)).toEqual(JSON.parse(jsonOf(whole).join('')))
  expect(yaml).toMatch(/command: \|-\n\s+ls\n\s+pwd\n/)
  expect(load(yamlOf(exported([])).join(''))).toMatchObject({ messages: [] })
})

test('an image is embedded in the file if requested, and otherwise named', async () => {
  const image = attachmentOf('a[1].png')
  const messages = [withAttachment(image)]
  expect(markdownOf(exported(messages), BRIEF).join('')).toContain('*Image: a[1].png*')
  const { client, host } = connected()
  const read = exportedImages(client, [...messages, ...messages], () => true)
  host.last('blob.read').answer({ data: btoa('pixels'), bytes: 6 })
  const images = (await read)?.images ?? null
  expect(host.all('blob.read')).toHaveLength(1)
  const text = markdownOf({ ...exported(messages), images }, BRIEF).join('')
  expect(text).toContain(`![a\\[1\\].png](data:${image.mediaType};base64,${btoa('pixels')})`)
  const json = JSON.parse(jsonOf({ ...exported(messages), images }).join('')) as {
    images: Record<BlobHash, string>
  }
  expect(Object.keys(json.images)).toEqual([image.copy])
})

test('a missing image is still named, and counted', async () => {
  const { client, host } = connected()
  const messages = [withAttachment(attachmentOf('a.png'))]
  const read = exportedImages(client, messages, () => true)
  host.last('blob.read').refuse(appError('notFound', 'It is gone.'))
  const { images = null, missing } = (await read) ?? {}
  const text = markdownOf({ ...exported(messages), images }, BRIEF).join('')
  expect(text).toContain('*Image: a.png*')
  expect(missing).toBe(1)
})

test('earlier pages are requested until the first message', async () => {
  const { client, host } = connected()
  const loaded = { conversationId: ID, messages: [personMessage(5)], shells: [], hasEarlier: true }
  const whole = wholeHistory(client, loaded, () => true)
  expect(inputOf(host.last('conversation.earlier'))).toEqual({ conversationId: ID, beforeSeq: 5 })
  host.last('conversation.earlier').answer({
    messages: [personMessage(3), personMessage(4)],
    shells: [RAN],
    hasEarlier: true,
  })
  await settled()
  expect(inputOf(host.last('conversation.earlier'))).toMatchObject({ beforeSeq: 3 })
  host.last('conversation.earlier').answer({
    messages: [personMessage(1), personMessage(2)],
    shells: [],
    hasEarlier: false,
  })
  const answer = await whole
  const { messages, shells } = answer?.ok === true ? answer.value : { messages: [], shells: [] }
  expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect(shells).toEqual([RAN])
})

test('a failed page ends it, and so does the person who asked', async () => {
  const loaded = { conversationId: ID, messages: [personMessage(5)], shells: [], hasEarlier: true }
  const failing = connected()
  const failed = wholeHistory(failing.client, loaded, () => true)
  const error = appError('internal', 'It failed.')
  failing.host.last('conversation.earlier').refuse(error)
  expect(await failed).toEqual({ ok: false, error })
  const left = connected()
  const unwanted = wholeHistory(left.client, loaded, () => false)
  left.host
    .last('conversation.earlier')
    .answer({ messages: [personMessage(4)], shells: [], hasEarlier: true })
  expect(await unwanted).toBeNull()
})

test('the file name is valid on every system', () => {
  expect(exportFileName('Fix: a/b "c"?', 0, 'md')).toBe('Fix-a-b-c-1970-01-01.md')
  expect(exportFileName('…', 0, 'json')).toBe('conversation-1970-01-01.json')
  expect(exportFileName('日本 é', 0, 'md')).toBe('日本-é-1970-01-01.md')
  expect(exportFileName('x'.repeat(500), 0, 'md').length).toBeLessThan(80)
})

test('Markdown names the model of a repair as people do; JSON has what was stored', () => {
  const text = 'claude-opus-4-8 refused the request. It was asked again without images.'
  const repair = { type: 'withoutAllImages', blobs: [] }
  const content = { type: 'repair', text, model: 'claude-opus-4-8', repair }
  const messages = [Message.parse({ ...personMessage(1), content })]
  expect(markdownOf(exported(messages), WHOLE).join('')).toContain(
    '*Claude Opus 4.8 refused the request. It was asked again without images.*',
  )
  expect([...jsonOf(exported(messages))].join('')).toContain(text)
})
