import { execFile } from 'node:child_process'
import { DEFAULT_TIMEOUTS } from '../../../../shared/models/timeouts.ts'
import type { RequestBlock, RequestMessage, ToolSpec } from '../../../core/request/model-request.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import { trimEndOf } from '../../../../shared/trim-end.ts'
import type { ModelCall, ModelOutcome, ModelPort, Timers } from '../../../runtime/ports/ports.ts'
import { systemTimers } from '../../system/system-clock.ts'
import { createDemoModel } from '../demo-model.ts'

/** No pause between words. */
export const hurriedTimers: Timers = {
  ...systemTimers,
  start: (_, fire) => {
    const immediate = setImmediate(fire)
    return () => clearImmediate(immediate)
  },
}

export function callOf(
  messages: readonly RequestMessage[],
  change: Partial<ModelCall> = {},
): ModelCall {
  return {
    conversationId: 'conversation' as ConversationId,
    provider: {
      endpoint: 'demo',
      model: 'demo',
      limits: { contextTokens: 200_000, outputTokens: 4_096 },
      timeouts: DEFAULT_TIMEOUTS,
      price: null,
    },
    effort: 'auto',
    request: { system: '', tools: [tool('bash'), tool('spawn_agents')], messages },
    signal: new AbortController().signal,
    onStarted: () => {},
    onDelta: () => {},
    onCallDelta: () => {},
    onSilence: () => {},
    ...change,
  }
}

export function tool(name: string): ToolSpec {
  return { name, description: '', inputSchema: { type: 'object' } }
}

export function userSays(text: string): RequestMessage {
  return { role: 'user', blocks: [{ type: 'text', text }] }
}

export type Reply = Extract<ModelOutcome, { type: 'responded' }>

export async function replyTo(
  model: ModelPort,
  messages: readonly RequestMessage[],
): Promise<Reply> {
  const outcome = await model.ask(callOf(messages))
  if (outcome.type === 'failed') throw new Error(outcome.detail)
  return outcome
}

export function textOf({ blocks }: Reply): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

export function commandOf({ blocks }: Reply): string | null {
  const call = blocks.find((block) => block.type === 'toolCall')
  if (call?.type !== 'toolCall' || call.input.type !== 'object') return null
  return String(call.input.value['command'])
}

/** The round as the next request reports it: the reply, and the result of its command. */
export function roundOf(
  reply: Reply,
  result: { isError: boolean; text: string },
): RequestMessage[] {
  const blocks = reply.blocks.map((block): RequestBlock =>
    block.type === 'toolCall'
      ? { type: 'toolCall', id: block.providerCallId, name: block.name, input: block.input }
      : { type: 'text', text: textOf({ ...reply, blocks: [block] }) },
  )
  const { isError, text } = result
  return [
    { role: 'agent', blocks },
    {
      role: 'user',
      blocks: [{ type: 'toolResult', id: 'x', isError, content: [{ type: 'text', text }] }],
    },
  ]
}

/** Runs a command like the tool does, as far as the demo can tell. */
export async function runBash(
  command: string,
  folder: string,
): Promise<{ isError: boolean; text: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], { cwd: folder }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code)
      resolve({
        isError: code !== 0,
        text: trimEndOf(`${stdout}${stderr}`, '\n') + `\nexit ${code} · 0.0 s`,
      })
    })
  })
}

/** Plays a whole turn with real commands. */
export async function converse(words: string, folder: string): Promise<readonly Reply[]> {
  const model = createDemoModel({ timers: hurriedTimers })
  const messages: RequestMessage[] = [userSays(words)]
  const replies: Reply[] = []
  for (let round = 0; round < 10; round++) {
    const reply = await replyTo(model, messages)
    replies.push(reply)
    const command = commandOf(reply)
    if (command === null) return replies
    messages.push(...roundOf(reply, await runBash(command, folder)))
  }
  throw new Error('the demo does not come to an end')
}
