import { bedrockDesign } from './bedrock-design.ts'
import { bedrockRequirements } from './bedrock-requirements.ts'
import type { Chapter } from './clause.ts'
import { contextActor } from './context-actor.ts'
import { contextManager } from './context-manager.ts'
import { fixPlan } from './fix-plan.ts'

/** All requirements of the five documents. */
export const CATALOGUE: readonly Chapter[] = [
  bedrockRequirements,
  ...bedrockDesign,
  ...fixPlan,
  contextManager,
  contextActor,
]
