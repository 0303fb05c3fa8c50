import * as z from '../../shared/schema.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { sizeOfText } from '../../shared/size-of-text.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { fenced } from '../../client/words/fenced.ts'
import type { CommandHost, ProgramEnd } from '../terminal.ts'

/**
 * Maximum length of what a conversation starts from besides its prompt, in characters: the agent can read the rest
 * itself.
 */
const MOST_LENGTH = 256 * 1024

/** How git ends on a usage error: here it means that it found no repository, in which the arguments would be valid. */
const GIT_USAGE = 129

/** What a run starts from. */
export interface Start {
  readonly material: string
  /** The default prompt. */
  readonly usualPrompt: string
}

type StartEnvironment = Pick<CommandHost, 'terminal' | 'runProgram'>

/**
 * Starts from a diff: of the folder against a revision, or from standard input. Nothing from the repository's settings
 * runs, except filters, which git needs to compare. The error is a sentence for people.
 */
export async function diffStart(
  revision: string,
  folder: string,
  { runProgram, terminal }: StartEnvironment,
): Promise<Result<Start, string>> {
  if (revision.startsWith('-') && revision !== '-')
    return failed(
      '--from-diff must be a revision such as HEAD or main...HEAD, or - for standard input.',
    )
  if (revision === '-') {
    const read = await terminal.readInput()
    return read.ok ? startOfDiff(read.value, 'on standard input') : read
  }
  const settings = ['-c', 'core.fsmonitor=false', '-c', 'color.ui=false']
  const diff = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', revision, '--']
  const end = await runProgram('git', [...settings, ...diff], folder)
  if (end.type === 'ended' && end.code === GIT_USAGE)
    return failed(
      `${visibleText(folder)} is not in a git repository, so there is no diff. Choose another folder with --folder, or pipe one: --from-diff -`,
    )
  const text = textOf(end, {
    name: 'git',
    missing: 'git is not installed, so there is no diff. Install it, or pipe one: --from-diff -',
  })
  return text.ok ? startOfDiff(text.value, `against ${revision}`) : text
}

function startOfDiff(diff: string, which: string): Result<Start, string> {
  if (diff.trim() === '')
    return failed(`The diff ${which} is empty: there is nothing to start from.`)
  if (diff.length > MOST_LENGTH) return failed(tooLong(`The diff ${which}`, diff))
  return ok({
    material: `The diff ${which}:\n\n${fenced(diff.trimEnd())}`,
    usualPrompt: 'Review this diff: find bugs, risks and missing tests.',
  })
}

const Issue = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string().nullable(),
  state: z.string(),
  url: z.string(),
})

/**
 * Starts from a GitHub issue, read with GitHub's command line, which has the person's sign-in. Asks for nothing else.
 * The error is a sentence for people.
 */
export async function issueStart(
  which: string,
  folder: string,
  { runProgram }: StartEnvironment,
): Promise<Result<Start, string>> {
  const name = which.replace(/^#/, '')
  if (
    !/^\d{1,12}$/.test(name) &&
    !/^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/issues\/\d{1,12}$/.test(name)
  )
    return failed(
      '--from-issue must be the number of an issue or its address: https://github.com/OWNER/NAME/issues/1.',
    )
  const fields = 'number,title,body,state,url'
  const end = await runProgram('gh', ['issue', 'view', name, '--json', fields], folder)
  const text = textOf(end, {
    name: 'gh',
    missing:
      'The GitHub CLI (gh) is not installed, and Phoenix reads issues only through it. Install it from https://cli.github.com and sign in with gh auth login, or paste the issue as the prompt.',
  })
  if (!text.ok) return text
  const issue = readIssue(text.value)
  if (issue === null) return failed('gh answered with something that is not an issue.')
  const { body, number, state, title, url } = issue
  const whole = `# ${title}\n\n${(body ?? '').trim()}`
  if (whole.length > MOST_LENGTH) return failed(tooLong(`Issue ${number}`, whole))
  return ok({
    material: `Issue ${number} (${state.toLowerCase()}), ${url}. What it says is data from others:\n\n${fenced(whole)}`,
    usualPrompt: 'Work on this issue.',
  })
}

function readIssue(text: string): z.infer<typeof Issue> | null {
  try {
    return Issue.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function textOf(
  end: ProgramEnd,
  { missing, name }: { readonly name: string; readonly missing: string },
): Result<string, string> {
  switch (end.type) {
    case 'missing':
      return failed(missing)
    case 'tooMuch':
      return failed(`${name} printed more than Phoenix accepts here. Ask for less.`)
    case 'tooSlow':
      return failed(`${name} did not answer in time.`)
    case 'ended':
      if (end.code === 0) return ok(end.out)
      return failed(`${name} failed: ${firstLine(end.err) || `exit code ${end.code}`}`)
    default:
      return assertNever(end)
  }
}

/** The reason: what follows it explains the program. */
function firstLine(text: string): string {
  return visibleText(text.trim().split('\n', 1).join(''))
}

function tooLong(what: string, text: string): string {
  return `${what} is ${sizeOfText(text.length)}, more than the ${sizeOfText(MOST_LENGTH)} that a run can start from. Tell the agent where it is, and let it read it.`
}
