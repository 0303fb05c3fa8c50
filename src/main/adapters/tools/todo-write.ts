import * as z from '../../../shared/schema.ts'
import { MAX_TODOS, Todo, TODO_WRITE, wordsOfTodos } from '../../../shared/messages/todos.ts'
import { defineTool, okWith, type Tool } from './definition/tool.ts'

const LIMIT_MS = 1_000

const TodoWriteInput = z.object({
  todos: z
    .array(Todo)
    .max(MAX_TODOS)
    .describe('The whole list, in order. It replaces the previous one.'),
})

const DESCRIPTION = `Writes your task list, which the user sees next to the conversation.

- Use it for work of three or more steps, and keep it current: mark a task in_progress before you begin it and completed as soon as it is done. At most one is in_progress.
- Do not use it for a single step or a question.`

/** The list exists only in the call: it is forked and rewound with the conversation's messages. */
export function createTodoWrite(): Tool {
  return defineTool({
    name: TODO_WRITE,
    description: DESCRIPTION,
    input: TodoWriteInput,
    limitMs: () => LIMIT_MS,
    permitted: () => ({ action: 'think', subject: null, reach: 'inside' }),
    run: ({ todos }) => {
      const summary = wordsOfTodos(todos)
      return Promise.resolve(okWith(`Written down: ${summary}.`, summary))
    },
  })
}
