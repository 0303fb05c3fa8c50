import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReadSession } from '../../runtime/ports/import-port.ts'
import { lineOf } from '../../runtime/fakes/line-of-message.ts'
import { opencodeSession, opencodeSessions } from './opencode-store.ts'
import { readClaudeCode } from './read-claude-code.ts'
import { readOpencodeSession } from './read-opencode.ts'
import { readSession } from './read-session.ts'
import { sampleOf, writeOpencodeDatabase, writeOpencodeFiles } from './samples.fixture.ts'

function read(file: string): ReadSession {
  const read = readSession(Buffer.from(sampleOf(file)))
  if (!read.ok) throw new Error(read.error)
  return read.value
}

function transcript({ messages }: ReadSession): readonly string[] {
  return messages.map(({ content }) => lineOf(content).trim())
}

test('the recorded session of Claude Code is read completely, in its original order', () => {
  const session = read('claude-code.jsonl')
  expect(transcript(session)).toMatchInlineSnapshot(`
    [
      "user: What is in the missing file?",
      "agent: thinking I look. toolCall",
      "tool failed: Exit code 1
    cat: missing-file: No such file or directory",
      "agent: It is not there.",
      "user: What is in this folder?",
      "agent: It is not there.",
    ]
  `)
  expect(session).toMatchObject({ folder: '/home/dev/project', skipped: [] })
  expect(session.title).toMatchInlineSnapshot(`"What is in the missing file?"`)
})

test.each(['claude-code.jsonl', 'codex.jsonl', 'pi.jsonl'])(
  'no reply of a recorded session ends for an unknown reason: %s',
  (file) => {
    const unnamed = sampleOf(file).replaceAll(/"stop_?reason":"[^"]*"/gi, '"stop_reason":null')
    for (const text of [sampleOf(file), unnamed]) {
      const session = readSession(Buffer.from(text))
      if (!session.ok) throw new Error(session.error)
      const ends = session.value.messages.flatMap(({ content }) =>
        content.type === 'agent' ? [content.end] : [],
      )
      expect(ends.length).toBeGreaterThan(0)
      expect(ends).not.toContain('unknown')
    }
  },
)

test('the last word about the end of a reply in several lines counts', () => {
  const lines = [null, 'max_tokens'].map((reason, index) => {
    const content = [{ type: 'text', text: `Line ${index}` }]
    const reply = { id: 'r', model: 'm', stop_reason: reason, content }
    return JSON.stringify({ type: 'assistant', uuid: `u${index}`, message: reply })
  })
  const { messages } = readClaudeCode(lines.join('\n'))
  expect(messages.map(({ content }) => content)).toMatchObject([{ end: 'maxTokens' }])
})

test.each(['claude-code.jsonl', 'codex.jsonl', 'pi.jsonl'])(
  'a session whose first line is damaged is recognised, and the rest of it is read: %s',
  (file) => {
    const damaged = Buffer.from(sampleOf(file).replace(/^.{20}/, '\0'.repeat(20)))
    const rest = readSession(damaged)
    expect(rest.ok && transcript(rest.value)).toEqual(transcript(read(file)))
  },
)

test("the recorded session of Codex is read completely, without what Codex sends in the person's name", () => {
  const session = read('codex.jsonl')
  expect(transcript(session)).toMatchInlineSnapshot(`
    [
      "user: What is in this folder?",
      "agent: thinking I look. toolCall",
      "tool ok: Chunk ID: cd8c0e
    Wall time: 0.0359 seconds
    Process exited with code 0
    Original token count: 3
    Output:
    a.txt
    b.txt",
      "agent: There are two files: **a.txt** and **b.txt**.",
      "user: And what is in the missing file?",
      "agent: thinking I look. toolCall",
      "tool failed: Chunk ID: 35b8e1
    Wall time: 0.0000 seconds
    Process exited with code 1
    Original token count: 12
    Output:
    cat: missing-file: No such file or directory",
      "agent: It is not there.",
    ]
  `)
  expect(session).toMatchObject({ folder: '/home/dev/project', title: 'What is in this folder?' })
  expect(session.skipped).toEqual([{ what: 'notes of Codex', count: 2 }])
})

test('the recorded session of pi is read completely', () => {
  const session = read('pi.jsonl')
  expect(transcript(session)).toMatchInlineSnapshot(`
    [
      "user: What is in this folder?",
      "agent: thinking I look. toolCall",
      "tool ok: a.txt
    b.txt",
      "agent: There are two files: **a.txt** and **b.txt**.",
      "user: And what is in the missing file?",
      "agent: thinking I look. toolCall",
      "tool failed: cat: missing-file: No such file or directory


    Command exited with code 1",
      "agent: It is not there.",
    ]
  `)
  expect(session).toMatchObject({ folder: '/home/dev/project', skipped: [] })
})

test.for([
  ['database', writeOpencodeDatabase],
  ['files of early versions', writeOpencodeFiles],
] as const)('the recorded session of opencode is read completely from its %s', ([, write]) => {
  const scratch = mkdtempSync(join(tmpdir(), 'phoenix-opencode-'))
  const folder = join(scratch, 'opencode')
  write(folder)
  const [found] = opencodeSessions(folder, scratch)
  if (found === undefined) throw new Error('not found')
  expect(found).toMatchObject({ folder: '/home/dev/project' })
  const session = readOpencodeSession(
    opencodeSession({ path: found.path, scratch }, found.sessionId),
  )
  expect(transcript(session)).toMatchInlineSnapshot(`
    [
      "user: "What is in this folder?"",
      "agent: thinking I look. toolCall",
      "tool ok: a.txt
    b.txt",
      "agent: There are two files: **a.txt** and **b.txt**.",
      "user: "And what is in the missing file?"",
      "agent: thinking I look. toolCall",
      "tool failed: cat: missing-file: No such file or directory",
      "agent: It is not there.",
    ]
  `)
  expect(readdirSync(scratch)).toEqual(['opencode'])
})

test.each(['utf8', 'utf16le'] as const)(
  'a session that a shell wrote with a byte order mark is read (%s)',
  (encoding) => {
    const plain = readSession(Buffer.from(sampleOf('claude-code.jsonl')))
    const marked = readSession(Buffer.from(`\uFEFF${sampleOf('claude-code.jsonl')}`, encoding))
    expect(marked).toEqual(plain)
    expect(plain.ok).toBe(true)
  },
)
