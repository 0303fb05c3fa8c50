import { fixPlan, transitionMatrix } from './bedrock-design.ts'
import { bedrockRequirements } from './bedrock-requirements.ts'
import type { Chapter } from './clause.ts'
import { contextActor } from './context-actor.ts'
import { contextManager } from './context-manager.ts'

/** Everything that the five documents ask for. */
export const CATALOGUE: readonly Chapter[] = [
  bedrockRequirements,
  transitionMatrix,
  fixPlan,
  contextManager,
  contextActor,
]
