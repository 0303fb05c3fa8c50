import { DEMO_PROMPT } from '../../../shared/models/demo-prompts.ts'
import { begin, codeBlock, finish, type Scene } from './scene.ts'

const SECONDS = 300

const COMMAND = `for ((second = 1; second <= ${SECONDS}; second++)); do
  echo "second $second of ${SECONDS}"
  sleep 1
done`

export const slowScene: Scene = {
  prompt: DEMO_PROMPT.slow,
  failures: 0,
  matches: (words) =>
    /\b(slow|slowly|sleep|endless)\b/.test(words) ||
    (/\b(long|stop)\b/.test(words) && /\b(task|command|job|process|running)\b/.test(words)),
  play: ([result]) => {
    if (result === undefined) {
      return begin(
        'I’ll start a task that prints a line each second for five minutes. Press Stop whenever you like.',
        {
          command: COMMAND,
          timeout_seconds: SECONDS + 60,
        },
      )
    }
    const printed = result.text.match(/^second \d+ of \d+$/gm) ?? []
    const last = printed.at(-1)
    const progress = last === undefined ? 'It had printed nothing.' : `It got to: ${last}.`
    return result.isError
      ? finish(
          `The task didn’t finish. ${progress} What came back:\n\n${codeBlock(result.text.slice(-300))}`,
        )
      : finish(`The task finished. ${progress}`)
  },
}
