import { dirname } from 'node:path'
import type { TrustView } from '../../../shared/trust.ts'
import { LastLooks } from '../trust/last-looks.ts'
import {
  type MarkdownPlaces,
  trustedMarkdown,
  type TrustedMarkdown,
} from '../trust/trusted-markdown.ts'

/** The folders in which people already keep skills: in their home for all folders, and in a folder. */
const IN_HOME = [
  '.config/phoenix/skills',
  '.claude/skills',
  '.agents/skills',
  '.config/opencode/skill',
  '.config/opencode/skills',
]
const IN_FOLDER = ['.claude/skills', '.agents/skills', '.opencode/skill', '.opencode/skills']

const CHANGED =
  'It has changed since the user allowed it; they can allow it again in Settings, Hooks and skills.'

/** A folder with a SKILL.md: instructions for a kind of work, read when they are needed. */
export interface Skill extends TrustedMarkdown {
  /** The real path of the folder, which also contains the files that it names. */
  readonly folder: string
}

/** The skills of folders, and the user's own. */
export class Skills {
  readonly #places: MarkdownPlaces
  readonly #looks = new LastLooks<Skill>()

  constructor(places: MarkdownPlaces) {
    this.#places = places
  }

  /** Reads a folder's skills again. */
  async look(folder: string): Promise<readonly Skill[]> {
    const found = await trustedMarkdown(
      folder,
      {
        kind: 'skill',
        inHome: IN_HOME,
        inFolder: IN_FOLDER,
        wants: (name) => name === 'SKILL',
        nameOf: ({ names }) => names.at(-2) ?? '',
        reservedNames: [],
      },
      this.#places,
    )
    const skills = found.map((each): Skill => ({ ...each, folder: dirname(each.real) }))
    return this.#looks.keep(folder, skills)
  }

  /** The skills that models may use, as of the last look. */
  usableIn(folder: string): readonly Skill[] {
    return this.#looks.of(folder).filter(isForModels)
  }

  async usableNow(folder: string, name: string): Promise<Skill | null> {
    const skills = await this.look(folder)
    return skills.find((each) => each.name === name && isForModels(each)) ?? null
  }

  /**
   * The reason why a skill that models knew is no longer usable, as of the last look; null if no skill of this name is
   * known.
   */
  whyNot(folder: string, name: string): string | null {
    const skill = this.#looks.of(folder).find((each) => each.name === name && !each.isUsable)
    if (skill === undefined) return null
    const { origin, problems, view } = skill
    if (origin === 'folder' && view().trust === 'notAllowed') return null
    return problems[0] ?? CHANGED
  }

  /** A folder's skills need approval; the user's own are listed only if something is wrong with them. */
  async viewsIn(folder: string): Promise<readonly TrustView[]> {
    return viewsOf(await this.look(folder))
  }
}

export function viewsOf(files: readonly TrustedMarkdown[]): readonly TrustView[] {
  return files
    .filter(({ origin, problems }) => origin === 'folder' || problems.length > 0)
    .map(({ view }) => view())
}

/** False also for skills that are meant only for people. */
function isForModels({ fields, isUsable }: Skill): boolean {
  return isUsable && fields?.['disable-model-invocation'] !== true
}
