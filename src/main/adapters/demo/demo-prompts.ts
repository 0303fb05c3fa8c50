import { SCENE_PROMPTS } from './scenes.ts'

/** Suggested prompts for the demo model, in the order in which to offer them. */
export const DEMO_PROMPTS: readonly string[] = SCENE_PROMPTS
