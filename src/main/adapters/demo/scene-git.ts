import { DEMO_PROMPT } from '../../../shared/models/demo-prompts.ts'
import { SAFE_GIT } from '../processes/spawn/safe-git.ts'
import { admit, begin, between, codeBlock, finish, type Scene } from './scene.ts'

/** Does not compare the working tree, because that would run the repository's filters. */
const COMMAND = `${SAFE_GIT}
safe_git rev-parse --git-dir > /dev/null || exit
echo '--- commits'
safe_git log -n 5 --no-color --no-ext-diff --no-textconv --date=short --format='%h %ad %an: %s' --shortstat
echo '--- staged'
safe_git diff-index --cached --no-ext-diff --no-textconv --ignore-submodules=all --name-status HEAD | head -n 20
echo '--- end'`

export const gitScene: Scene = {
  prompt: DEMO_PROMPT.git,
  failures: 0,
  matches: (words) => /\b(git|commits?|committed|changes?|changed|history)\b/.test(words),
  play: ([result]) => {
    if (result === undefined) {
      return begin('I’ll ask git, in a way that runs nothing the repository may have set up.', {
        command: COMMAND,
      })
    }
    const commits = between(result.text, '--- commits', '--- staged')?.filter((line) => line !== '')
    const staged = between(result.text, '--- staged', '--- end')
    if (commits === undefined || staged === null) return admit(result)
    return finish(`${describeCommits(commits)}\n\n${describeStaged(staged)}`)
  },
}

function describeCommits(lines: readonly string[]): string {
  const count = lines.filter((line) => /^[0-9a-f]{4,} \d{4}-\d\d-\d\d /.test(line)).length
  if (count === 0) return 'The repository has no commits yet.'
  const which = count === 1 ? 'The only commit' : `The last ${count} commits, newest first`
  return `${which}:\n\n${codeBlock(lines.join('\n'))}`
}

function describeStaged(names: readonly string[]): string {
  if (names.length === 0)
    return 'Nothing is staged. (Files that are not staged were not looked at.)'
  const which = names.length === 1 ? 'One change is' : `${names.length} changes are`
  return `${which} staged for the next commit:\n\n${codeBlock(names.join('\n'))}`
}
