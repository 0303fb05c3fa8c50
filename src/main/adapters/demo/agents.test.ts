import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RequestMessage } from '../../core/request/model-request.ts'
import { tasksOf } from '../../core/request/agent-tools.ts'
import type { ModelCall } from '../../runtime/ports/ports.ts'
import { createDemoModel } from './demo-model.ts'
import {
  callOf,
  commandOf,
  hurriedTimers,
  type Reply,
  replyTo,
  roundOf,
  runBash,
  textOf,
  tool,
  userSays,
} from './fakes/conversing.ts'

const model = createDemoModel({ timers: hurriedTimers })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-demo-agents-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function inputOf({ blocks }: Reply, name: string): Readonly<Record<string, unknown>> {
  const call = blocks.find((block) => block.type === 'toolCall' && block.name === name)
  if (call?.type !== 'toolCall' || call.input.type !== 'object') throw new Error(`no ${name}`)
  return call.input.value
}

async function asSubAgent(messages: readonly RequestMessage[]): Promise<Reply> {
  const tools = [tool('bash'), tool('submit_result')]
  const change: Partial<ModelCall> = { request: { system: '', tools, messages } }
  const outcome = await model.ask(callOf(messages, change))
  if (outcome.type === 'failed') throw new Error(outcome.detail)
  return outcome
}

test('asked for agents, the demo starts two with tasks of their own, and reports their results', async () => {
  const words = userSays('Ask two agents to look at this folder')
  const reply = await replyTo(model, [words])
  const tasks = tasksOf({ type: 'object', value: inputOf(reply, 'spawn_agents') })
  expect(tasks).toHaveLength(2)
  const result = { isError: false, text: 'Sub-agent 1: completed\nThree files.' }
  const last = await replyTo(model, [words, ...roundOf(reply, result)])
  expect(textOf(last)).toContain('Three files.')
  expect(last.end).toBe('endTurn')
})

test('each of its sub-agents runs a real command, and hands in only its output', async () => {
  mkdirSync(join(folder, 'src'))
  const started = await replyTo(model, [userSays('Ask two agents to look at this folder')])
  const tasks = tasksOf({ type: 'object', value: inputOf(started, 'spawn_agents') }) ?? []
  const results: string[] = []
  for (const { task } of tasks) {
    const messages = [userSays(task)]
    const first = await asSubAgent(messages)
    const command = commandOf(first)
    expect(command).not.toBeNull()
    messages.push(...roundOf(first, await runBash(command ?? '', folder)))
    const last = await asSubAgent(messages)
    expect(last.blocks.filter(({ type }) => type === 'toolCall')).toHaveLength(1)
    results.push(String(inputOf(last, 'submit_result')['result']))
  }
  expect(results[0]).toContain('holds 1 entry')
  expect(results[1]).toContain('not a git repository')
})

test('a sub-agent whose command was denied says so in its result', async () => {
  const messages = [userSays('List what is in this folder.')]
  const first = await asSubAgent(messages)
  const denied = { isError: true, text: 'Not run: the user did not allow this call.' }
  const last = await asSubAgent([...messages, ...roundOf(first, denied)])
  expect(inputOf(last, 'submit_result')['result']).toContain('did not allow')
})

test('without tools the demo summarises the conversation in fewer words', async () => {
  const transcript = `User:\nWhat is in this folder?\n\nAgent:\n${'A file. '.repeat(200)}\n\nUser:\nAnd git?`
  const messages = [userSays(transcript)]
  const request = { system: '', tools: [], messages }
  const outcome = await model.ask(callOf(messages, { request }))
  const text = outcome.type === 'responded' ? textOf(outcome) : ''
  expect(text).toContain('- What is in this folder?\n- And git?')
  expect(text.length).toBeLessThan(transcript.length)
})
