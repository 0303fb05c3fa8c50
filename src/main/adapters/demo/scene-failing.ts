import { DEMO_PROMPT } from '../../../shared/models/demo-prompts.ts'
import { begin, type Scene } from './scene.ts'

const FAILURES = 2

export const failingScene: Scene = {
  prompt: DEMO_PROMPT.failing,
  failures: FAILURES,
  matches: (words) =>
    /\b(retry|retries|overload\w*|outage)\b/.test(words) ||
    (/\b(provider|model|api|endpoint)\b/.test(words) &&
      /\b(fail\w*|recover\w*|error|errors|down|break\w*)\b/.test(words)),
  play: () =>
    begin(
      `The provider was made to look overloaded ${FAILURES} times. Each time Phoenix waited and tried again; this is the answer to the last try. ` +
        'Nothing in the conversation was lost.',
      null,
    ),
}
