import type { ToolSpec } from '../../src/main/core/request/model-request.ts'
import {
  hasSkills,
  SKILL_TOOL,
  SKILL_BEHAVIOURS,
  type SkillBehaviour,
} from '../faults/skill-faults.ts'
import type { SimulationContext } from '../faults/simulation-context.ts'
import type { ToolPlan } from '../faults/tool-faults.ts'
import { ChoicesByName } from './choices-by-name.ts'

const SPEC: ToolSpec = {
  name: SKILL_TOOL,
  description: 'Reads a skill.',
  inputSchema: { type: 'object' },
}
const WAYS = Object.keys(SKILL_BEHAVIOURS) as [SkillBehaviour, ...SkillBehaviour[]]
/** One time in this many, all skills of a folder are gone when it is read. */
const GONE_ONE_IN = 8

/** The skills of folders, good and bad. Each folder draws from its own row. */
export class SimulatedSkills {
  readonly #rows: ChoicesByName<string>
  readonly #bare = new Set<string>()
  readonly #world: SimulationContext

  constructor(world: SimulationContext) {
    this.#world = world
    this.#rows = new ChoicesByName(89 * world.choices.seed)
  }

  /** Called before a request. */
  look(folder: string): void {
    const { choices, faults } = this.#world.randomnessIn(folder)
    if (!hasSkills(choices)) return
    this.#bare.delete(folder)
    if (faults.isHealed || this.#rows.of(folder).int(GONE_ONE_IN) > 0) return
    this.#bare.add(folder)
    this.#world.sometimes('all skills of a folder were gone')
  }

  specs(folder: string): readonly ToolSpec[] {
    return this.isOffered(folder) ? [SPEC] : []
  }

  isOffered(folder: string): boolean {
    return hasSkills(this.#world.randomnessIn(folder).choices) && !this.#bare.has(folder)
  }

  /** Plans how a skill will be read. */
  plan(folder: string, good: ToolPlan): ToolPlan {
    const { isHealed } = this.#world.randomnessIn(folder).faults
    const way = isHealed ? 'fine' : this.#rows.of(folder).pick(...WAYS)
    this.#world.note(`a skill in ${folder}: ${way}`)
    return SKILL_BEHAVIOURS[way](good)
  }
}
