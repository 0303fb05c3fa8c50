import * as z from '../schema.ts'

/** The tool that keeps an agent's task list. */
export const TODO_WRITE = 'todo_write'

export const TodoStatus = z.enum(['pending', 'in_progress', 'completed'])
export type TodoStatus = z.infer<typeof TodoStatus>

export const Todo = z
  .object({
    content: z.string().trim().min(1).max(1_000).describe('The task, in a few words.'),
    status: TodoStatus,
  })
  .readonly()
export type Todo = z.infer<typeof Todo>

export const MAX_TODOS = 100

/** Returns, for example, `2 of 5 done`. */
export function wordsOfTodos(todos: readonly Todo[]): string {
  const done = todos.filter(({ status }) => status === 'completed').length
  return `${done} of ${todos.length} done`
}
