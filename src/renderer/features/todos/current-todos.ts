import * as z from '../../../shared/schema.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { rewoundIn } from '../../../shared/messages/active-messages.ts'
import { Todo, TODO_WRITE } from '../../../shared/messages/todos.ts'

const Input = z.object({ todos: z.array(Todo) })

/** The agent's latest list; empty if there is none. A rewound list does not count. */
export function currentTodos(messages: readonly Message[]): readonly Todo[] {
  const written = new Set<string>()
  for (const message of messages.toReversed()) {
    const { content, id } = message
    if (content.type === 'tool' && content.outcome === 'ok') written.add(content.callId)
    if (content.type !== 'agent') continue
    const calls = content.blocks.filter((block) => block.type === 'toolCall')
    const last = calls.findLastIndex(
      ({ name }, index) => name === TODO_WRITE && written.has(callIdOf(id, index)),
    )
    const call = calls[last]
    if (call !== undefined && !rewoundIn(messages).has(id)) return todosOf(call)
  }
  return []
}

/** Some models send the list as a string. */
function todosOf({ input }: Extract<Block, { type: 'toolCall' }>): readonly Todo[] {
  const todos: unknown = input.type === 'object' ? input.value['todos'] : null
  const read = Input.safeParse({ todos: typeof todos === 'string' ? parsed(todos) : todos })
  return read.success ? read.data.todos : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The current task, or else the next one; null: none is left. */
export function nextOf(todos: readonly Todo[]): Todo | null {
  return (
    todos.find(({ status }) => status === 'in_progress') ??
    todos.find(({ status }) => status === 'pending') ??
    null
  )
}
