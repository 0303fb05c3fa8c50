import type { serve as Serve } from '../../src/main/hosts/shared/serve.ts'
import { serve as real } from '../../src/main/hosts/shared/serve.ts'

export { MAX_OPEN_REQUESTS } from '../../src/main/hosts/shared/serve.ts'

/** PLANTED BUG: a waiting message is acknowledged while a power cut could still undo it. */
export const serve: typeof Serve = (connection, serving) => {
  let id = 0
  const put = serving.handlers['outbox.put']
  const handlers: typeof serving.handlers = {
    ...serving.handlers,
    'outbox.put': async (...asked) => {
      const answers = id
      const result = await put(...asked)
      connection.send({ type: 'response', id: answers, result })
      return result
    },
  }
  connection.onFrame((frame) => {
    id = frame.id
  })
  return real(connection, { ...serving, handlers })
}
