import type { RequestMessage } from './model-request.ts'

/** Appends a message, merging it with a neighbour of the same role; drops an empty one. */
export function appendMessage(done: RequestMessage[], next: RequestMessage): void {
  if (next.blocks.length === 0) return
  const last = done.at(-1)
  if (last?.role === next.role) {
    done[done.length - 1] = { role: last.role, blocks: [...last.blocks, ...next.blocks] }
  } else {
    done.push(next)
  }
}
