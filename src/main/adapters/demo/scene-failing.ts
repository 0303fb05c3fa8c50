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
      `The provider was made to look overloaded ${FAILURES} times; each time Phoenix waited and asked again, and this is the answer to the last attempt. ` +
        'Nothing of the conversation was lost on the way.',
      null,
    ),
}
