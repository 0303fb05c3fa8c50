import { SCENE_PROMPTS } from './scenes.ts'

/** What a newcomer can ask of the demo model, in the order in which to offer it. */
export const DEMO_PROMPTS: readonly string[] = SCENE_PROMPTS
