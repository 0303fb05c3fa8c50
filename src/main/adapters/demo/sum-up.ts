import type { ModelRequest } from '../../core/request/model-request.ts'
import { finish, LABEL, type SceneReply } from './scene.ts'

const MAX_REQUESTS = 5
const MAX_LENGTH = 120

/** The reply to a request without tools, which asks for a summary. */
export function sumUp({ messages }: ModelRequest): SceneReply {
  const text = messages
    .flatMap(({ blocks }) => blocks.map((block) => (block.type === 'text' ? block.text : '')))
    .join('\n\n')
  const questions = [...text.matchAll(/^User:\n(.+)$/gm)].map(([, line]) =>
    line?.slice(0, MAX_LENGTH),
  )
  const list = questions.slice(-MAX_REQUESTS).map((line) => `- ${line}`)
  return finish([LABEL, 'What was asked last:', ...list].join('\n'))
}
