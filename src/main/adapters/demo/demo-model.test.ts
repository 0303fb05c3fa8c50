import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GIT_NOTE_BEGINNING } from '../../../shared/messages/git-note.ts'
import { ManualTime } from '../../runtime/fakes/manual-time.ts'
import { createDemoModel } from './demo-model.ts'
import { DEMO_PROMPTS } from '../../../shared/models/demo-prompts.ts'
import {
  callOf,
  commandOf,
  converse,
  hurriedTimers,
  replyTo,
  roundOf,
  textOf,
  userSays,
} from './fakes/conversing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-demo-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function lastWords(words: string): Promise<string> {
  const last = (await converse(words, folder)).at(-1)
  if (last === undefined) throw new Error('no reply')
  return textOf(last)
}

test('what Phoenix says about git after the first message is not what the person asked', async () => {
  const note = `${GIT_NOTE_BEGINNING}\nBranch: main\nNo changed files.`
  const model = createDemoModel({ timers: hurriedTimers })
  const asked = userSays("What's in this folder?")
  for (const messages of [
    [asked, userSays(note)],
    [{ ...asked, blocks: [...asked.blocks, ...userSays(note).blocks] }],
  ])
    expect(commandOf(await replyTo(model, messages))).not.toBeNull()
})

describe('what is in this folder', () => {
  test('is based on the real listing', async () => {
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, '.hidden'), '')
    writeFileSync(join(folder, 'a `name` with ``` blanks.txt'), '')
    const answer = await lastWords("What's in this folder?")
    expect(answer).toContain('holds 3 entries, 1 of them a folder')
    for (const name of ['src/', '.hidden', 'a `name` with ``` blanks.txt']) {
      expect(answer).toContain(name)
    }
  })

  test('describes many', async () => {
    for (let n = 0; n < 57; n++) writeFileSync(join(folder, `f${n}`), '')
    const answer = await lastWords('list the files')
    expect(answer).toContain('holds 57 entries')
    expect(answer).toContain('and 17 more.')
  })

  test('describes none', async () => {
    expect(await lastWords('what is here')).toContain('is empty')
  })
})

describe('lines by language', () => {
  test('are counted, without installed packages', async () => {
    writeFileSync(join(folder, 'a.ts'), 'x\n'.repeat(1200))
    writeFileSync(join(folder, 'with blanks.ts'), 'x\n'.repeat(34))
    writeFileSync(join(folder, 'total.py'), 'x\n'.repeat(5))
    writeFileSync(join(folder, 'picture.png'), 'x\n'.repeat(500))
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'node_modules', 'b.ts'), 'x\n'.repeat(99))
    const answer = await lastWords('count lines')
    expect(answer).toContain('There are 1,239 lines, most of them TypeScript')
    expect(answer).toContain('| TypeScript | 2 | 1,234 |')
    expect(answer).toContain('| Python | 1 | 5 |')
    expect(answer).not.toContain('png')
  })

  test('are none in an empty folder', async () => {
    expect(await lastWords('count lines by language')).toContain('no files of a language')
  })
})

describe('making and editing a file', () => {
  test('leaves a file that was created and edited, and names it', async () => {
    const replies = await converse('make a file', folder)
    expect(replies.map((reply) => reply.end)).toEqual(['toolUse', 'toolUse', 'endTurn'])
    const answer = replies.map(textOf).at(-1)
    expect(answer).toContain('`phoenix-demo.txt`')
    const text = readFileSync(join(folder, 'phoenix-demo.txt'), 'utf8')
    expect(text).toBe('Phoenix made this file.\nThis line is an edited line.\n')
    expect(answer).toContain(text.trimEnd())
  })

  test('never overwrites: files, folders and dangling links are skipped', async () => {
    writeFileSync(join(folder, 'phoenix-demo.txt'), 'mine')
    mkdirSync(join(folder, 'phoenix-demo-2.txt'))
    symlinkSync(join(folder, 'nowhere'), join(folder, 'phoenix-demo-3.txt'))
    expect(await lastWords('Create a new file, please')).toContain('`phoenix-demo-4.txt`')
    expect(readFileSync(join(folder, 'phoenix-demo.txt'), 'utf8')).toBe('mine')
    expect(readdirSync(folder)).toHaveLength(4)
  })

  test('says so when every name is taken', async () => {
    writeFileSync(join(folder, 'phoenix-demo.txt'), '')
    for (let n = 2; n < 100; n++) writeFileSync(join(folder, `phoenix-demo-${n}.txt`), '')
    const answer = await lastWords('make a file')
    expect(answer).toContain('That didn’t work')
    expect(answer).toContain('could not make')
  })
})

describe('a slow task', () => {
  const model = createDemoModel({ timers: hurriedTimers })

  test('prints a line each second for minutes, within the time it asked for', async () => {
    const reply = await replyTo(model, [userSays('run a slow task')])
    expect(commandOf(reply)).toContain('sleep 1')
    expect(reply.blocks[1]).toMatchObject({ input: { value: { timeout_seconds: 360 } } })
  })

  test('that was stopped is described by its output so far, also after "Continue."', async () => {
    const messages = userSays('run a slow task')
    const first = await replyTo(model, [messages])
    const text = 'second 1 of 300\nsecond 2 of 300\nCancelled by user'
    const history = [messages, ...roundOf(first, { isError: true, text })]
    expect(textOf(await replyTo(model, history))).toContain('It got to: second 2 of 300.')
    const goOn = [...history, { role: 'agent' as const, blocks: [] }, userSays('Continue.')]
    expect(textOf(await replyTo(model, goOn))).toContain('It got to: second 2 of 300.')
  })
})

describe('a provider that fails', () => {
  const failing = callOf([userSays('pretend the provider fails')])

  test('fails twice, then answers; and does the same when asked again', async () => {
    const model = createDemoModel({ timers: hurriedTimers })
    for (const _ of [1, 2]) {
      for (const attempt of [1, 2]) {
        expect(await model.ask(failing), `attempt ${attempt}`).toMatchObject({
          type: 'failed',
          kind: 'overloaded',
          retryAfterMs: 3000,
        })
      }
      expect(await model.ask(failing)).toMatchObject({ type: 'responded', end: 'endTurn' })
    }
  })
})

test.each([...DEMO_PROMPTS, 'Hello?', 'x'.repeat(3000), ''])(
  'the first sentence says that it is a scripted demo: %j',
  async (words) => {
    const model = createDemoModel({ timers: hurriedTimers })
    const messages = [userSays(words)]
    await model.ask(callOf(messages))
    await model.ask(callOf(messages))
    expect(textOf(await replyTo(model, messages))).toMatch(/^This is a scripted demo: /)
  },
)

test('asked anything else, it lists what it can show, and runs nothing', async () => {
  const [reply, ...more] = await converse('Refactor the login page', folder)
  expect(more).toEqual([])
  if (reply === undefined) throw new Error('no reply')
  for (const prompt of DEMO_PROMPTS) expect(textOf(reply)).toContain(prompt)
})

test('speaks word by word, each delta a part of the text, and starts once', async () => {
  const model = createDemoModel({ timers: hurriedTimers })
  let texts = ''
  let started = 0
  const outcome = await model.ask(
    callOf([userSays('hi')], {
      onStarted: () => started++,
      onDelta: (_, text) => {
        texts += text
      },
    }),
  )
  expect(outcome).toMatchObject({ blocks: [{ type: 'text', text: texts }] })
  expect(started).toBe(1)
})

test('stops at once, in the pause inside a word, and leaves no timer', async () => {
  const time = new ManualTime()
  const abort = new AbortController()
  const texts: string[] = []
  const asking = createDemoModel({ timers: time }).ask(
    callOf([userSays('hi')], {
      signal: abort.signal,
      onDelta: (_, text) => {
        texts.push(text)
      },
    }),
  )
  await time.advance(50)
  const before = texts.length
  expect(before).toBeGreaterThan(1)
  abort.abort()
  expect(await asking).toMatchObject({ type: 'failed', kind: 'aborted' })
  expect(time.timers).toBe(0)
  expect(texts).toHaveLength(before)
})
