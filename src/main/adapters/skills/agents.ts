import type { AgentKind } from '../../../shared/conversation/agent-kind.ts'
import type { TrustView } from '../../../shared/trust.ts'
import { namesIn } from '../folder-files/front-matter.ts'
import { LastLooks } from '../trust/last-looks.ts'
import {
  type MarkdownPlaces,
  trustedMarkdown,
  type TrustedMarkdown,
} from '../trust/trusted-markdown.ts'
import { viewsOf } from './skills.ts'

/** The folders in which people already keep agents: in their home for all folders, and in a folder. */
const IN_HOME = [
  '.config/phoenix/agents',
  '.claude/agents',
  '.agents/agents',
  '.config/opencode/agent',
  '.config/opencode/agents',
]
const IN_FOLDER = ['.claude/agents', '.agents/agents', '.opencode/agent', '.opencode/agents']
/**
 * Tools that change files, by their names in people's files. `bash` is not one of them: an explorer has it too, in a sandbox
 * that protects the folder.
 */
const CHANGING =
  /^(?:\*|(?:edit|multiedit|write|notebookedit|patch|apply_patch|edit_file|write_file)\b)/i

/** A sub-agent that the user has defined: its words are added to its task. */
export interface Agent extends TrustedMarkdown {
  /** The most powerful kind that it may be: an explorer if its file gives it no tool that changes files. */
  readonly kind: AgentKind
  /** The model in its file, if that is an id and not the name of a family; null: its kind decides. */
  readonly model: string | null
}

/** The agents of folders, and the user's own. */
export class Agents {
  readonly #places: MarkdownPlaces
  readonly #looks = new LastLooks<Agent>()

  constructor(places: MarkdownPlaces) {
    this.#places = places
  }

  /** Reads a folder's agents again. */
  async look(folder: string): Promise<readonly Agent[]> {
    const found = await trustedMarkdown(
      folder,
      {
        kind: 'agent',
        inHome: IN_HOME,
        inFolder: IN_FOLDER,
        wants: () => true,
        nameOf: ({ names }) => names.join(':'),
        reservedNames: ['worker', 'explorer'],
      },
      this.#places,
    )
    const agents = found.map((each): Agent => ({
      ...each,
      kind: kindOf(each),
      model: modelOf(each),
    }))
    return this.#looks.keep(folder, agents)
  }

  /** The agents that may be started, as of the last look. */
  usableIn(folder: string): readonly Agent[] {
    const agents = this.#looks.of(folder)
    return agents.filter(({ fields, isUsable }) => isUsable && fields?.['mode'] !== 'primary')
  }

  async viewsIn(folder: string): Promise<readonly TrustView[]> {
    return viewsOf(await this.look(folder))
  }
}

/** Never more than its file allows: an explorer if it lists no tool that changes files, or forbids them. */
function kindOf({ fields }: TrustedMarkdown): AgentKind {
  const names = namesIn(fields, 'tools')
  if (names !== null) return names.some((name) => CHANGING.test(name)) ? 'worker' : 'explorer'
  const without = namesIn(fields, 'disallowedTools') ?? []
  if (without.some((name) => CHANGING.test(name))) return 'explorer'
  const switches = fields?.['tools']
  const permission = fields?.['permission']
  return isNo(switches, 'write', false) ||
    isNo(switches, 'edit', false) ||
    isNo(permission, 'edit', 'deny') ||
    permission === 'plan' ||
    fields?.['permissionMode'] === 'plan'
    ? 'explorer'
    : 'worker'
}

function isNo(value: unknown, name: string, no: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([field, fieldValue]) => field === name && fieldValue === no)
}

/** `sonnet` and `inherit` are not models of an endpoint, and `provider/model` is one in another program's notation. */
function modelOf({ fields }: TrustedMarkdown): string | null {
  const value = fields?.['model']
  if (typeof value !== 'string' || !/^[\w.:-]{1,100}$/.test(value)) return null
  return /\d/.test(value) ? value : null
}
