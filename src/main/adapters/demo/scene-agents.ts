import { DEMO_PROMPT } from '../../../shared/models/demo-prompts.ts'
import { admit, finish, LABEL, type Scene, type SceneReply } from './scene.ts'

/** In words that the demo itself understands. */
const TASKS = ['List what is in this folder.', 'Show the recent git changes.']

/** Starts two sub-agents, each of them the demo again, with real commands. */
export const agentsScene: Scene = {
  prompt: DEMO_PROMPT.agents,
  failures: 0,
  matches: (words) => /\b(agents?|subagents?|delegate\w*)\b/.test(words),
  play: ([result]) => {
    if (result === undefined) {
      return {
        text: `${LABEL} I’ll start two sub-agents that work side by side: one looks at the files, the other at the history.`,
        call: { name: 'spawn_agents', input: { tasks: TASKS.map((task) => ({ task })) } },
      }
    }
    return result.isError
      ? admit(result)
      : finish(`Both agents are done. Here is what they found:\n\n${result.text}`)
  },
}

/** A sub-agent ends by handing in its result, not with a text. */
export function handedIn(reply: SceneReply): SceneReply {
  if (reply.call !== null) return reply
  const call = { name: 'submit_result', input: { result: reply.text } } as const
  return { text: 'Here is what I found.', call }
}
