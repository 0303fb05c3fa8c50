import { readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { visibleText } from '../../../shared/visible-text.ts'
import { readTextIn } from '../folder-files/read-text.ts'
import { holdsSecrets } from '../files/secrets.ts'
import { NEVER, within } from '../system/within.ts'
import type { ServerTools } from '../tools/create-tools.ts'
import { cappedText } from '../tools/definition/capped.ts'
import {
  ABORTED,
  defineTool,
  failedWith,
  okWith,
  timedOutWith,
  type Tool,
  type ToolResult,
} from '../tools/definition/tool.ts'
import type { Skill, Skills } from './skills.ts'

export const SKILL_TOOL = 'skill'
const LIMIT_MS = 10_000
const LIST_MS = 1_000
const MAX_FILE_BYTES = 256 * 1024
/** The limit for the list of skills in each request, in UTF-16 code units. */
const MAX_LIST = 20_000
const MOST_NAMED = 50

const SkillInput = z.object({
  name: z.string().min(1).max(200).describe('The name of the skill.'),
  file: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('A file of the skill, by its path in the skill’s folder. Default: its instructions.'),
})

const DESCRIPTION = `Reads a skill: the user's instructions for a kind of work. If one of these fits the task, read it before you begin, and follow it where it does not contradict the user.`

/** The one tool for all skills: its description contains their names and descriptions. */
export function createSkillTools(skills: Skills, dataFolder: string): ServerTools {
  return {
    async ready({ folder }) {
      if (folder !== undefined) await skills.look(folder)
    },
    specs: ({ folder }) => {
      const usable = folder === undefined ? [] : skills.usableIn(folder)
      return usable.length === 0 ? [] : [skillTool(skills, usable, dataFolder).spec]
    },
    // Also if no skill is left: the model knows the tool from an earlier request, and learns why.
    find: (name, { folder }) =>
      name === SKILL_TOOL && folder !== undefined
        ? skillTool(skills, skills.usableIn(folder), dataFolder)
        : null,
  }
}

function skillTool(skills: Skills, usable: readonly Skill[], dataFolder: string): Tool {
  return defineTool({
    name: SKILL_TOOL,
    description: `${DESCRIPTION}\n\n${listOf(usable)}`,
    input: SkillInput,
    limitMs: () => LIMIT_MS,
    permitted: () => ({ action: 'read', subject: null, reach: 'inside' }),
    async run({ file, name }, { folder, signal }) {
      const read = async (): Promise<ToolResult> => {
        const skill = await skills.usableNow(folder, name)
        if (skill === null) return failedWith(noSkill(skills, folder, name))
        return file === undefined ? whole(skill) : fileOf(skill, file, dataFolder)
      }
      const done = await within(read(), LIMIT_MS, signal)
      if (done.type === 'done') return done.value
      return done.type === 'aborted' ? ABORTED : timedOutWith(SLOW)
    },
  })
}

const SLOW = 'The skill could not be read within 10 seconds: its disk does not answer.'

/** One line per skill, as many as fit. */
function listOf(usable: readonly Skill[]): string {
  let left = MAX_LIST
  const lines: string[] = []
  for (const { description, name } of usable) {
    const line = `- ${visibleText(name)}: ${visibleText(description)}`
    left -= line.length
    if (left < 0) break
    lines.push(line)
  }
  const hidden = usable.length - lines.length
  return [...lines, ...(hidden > 0 ? [`(${hidden} more are not listed.)`] : [])].join('\n')
}

function noSkill(skills: Skills, folder: string, name: string): string {
  const why = skills.whyNot(folder, name)
  if (why !== null) return `The skill ${name} cannot be used now. ${why}`
  const names = skills
    .usableIn(folder)
    .map((each) => each.name)
    .join(', ')
  const available = names === '' ? 'There are none now.' : `There are: ${names}.`
  return `There is no skill ${visibleText(name.slice(0, 100))} that may be used here now. ${available}`
}

async function whole({ body, folder, name }: Skill): Promise<ToolResult> {
  const files = await within(filesIn(folder), LIST_MS, NEVER)
  const names = files.type === 'done' ? files.value : []
  const more = names.length === 0 ? '' : `\n\nIts files: ${names.join(', ')}.`
  const text = body.replaceAll('${CLAUDE_SKILL_DIR}', folder)
  const head = `The skill ${name}. Paths in it are relative to ${folder}; read its files with this tool.`
  return okWith(cappedText(`${head}${more}\n\n${text}`), name)
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: false, withFileTypes: true })
    return entries
      .filter(({ name }) => name !== 'SKILL.md' && !name.startsWith('.'))
      .slice(0, MOST_NAMED)
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  } catch {
    return []
  }
}

/** Reads only from the skill's own folder, and never a file with secrets, so nobody is asked. */
async function fileOf(skill: Skill, file: string, dataFolder: string): Promise<ToolResult> {
  const bounds = { root: skill.folder, dataFolder, maxBytes: MAX_FILE_BYTES }
  if (await leadsToSecrets(skill.folder, file))
    return failedWith(`${file} may hold secrets. Ask the user, or read it with read_file.`)
  const read = await readTextIn(file, bounds)
  if (!read.ok) return failedWith(read.error)
  if (read.value === null)
    return failedWith(`The skill ${skill.name} has no file ${visibleText(file)}.`)
  return okWith(cappedText(read.value), `${skill.name}: ${file}`)
}

async function leadsToSecrets(folder: string, file: string): Promise<boolean> {
  try {
    const real = await realpath(join(folder, file))
    return holdsSecrets(relative(folder, real).split(sep))
  } catch {
    return false
  }
}
