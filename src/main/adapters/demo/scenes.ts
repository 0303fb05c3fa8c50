import { DEMO_PROMPTS } from '../../../shared/models/demo-prompts.ts'
import { agentsScene } from './scene-agents.ts'
import { failingScene } from './scene-failing.ts'
import { fileScene } from './scene-file.ts'
import { folderScene } from './scene-folder.ts'
import { gitScene } from './scene-git.ts'
import { linesScene } from './scene-lines.ts'
import { slowScene } from './scene-slow.ts'
import { LABEL, type Scene } from './scene.ts'

/** In the order in which they are matched: scenes with rarer words first. */
const SCENES: readonly Scene[] = [
  agentsScene,
  failingScene,
  slowScene,
  fileScene,
  linesScene,
  gitScene,
  folderScene,
]

/** A longer text is real work, not a request for a scene that happens to share a word with it. */
const MAX_WORDS = 16

export function findScene(message: string): Scene {
  const words = plainWords(message)
  const named = SCENES.find(({ prompt }) => plainWords(prompt) === words)
  if (named !== undefined) return named
  if (words.split(' ').length > MAX_WORDS) return menuScene
  return SCENES.find((scene) => scene.matches(words)) ?? menuScene
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const menuScene: Scene = {
  prompt: 'What can you show?',
  failures: 0,
  matches: () => false,
  play: () => ({
    text: [
      `${LABEL} It can show these things; ask for one of them:`,
      DEMO_PROMPTS.map((prompt) => `- ${prompt}`).join('\n'),
      'For anything else, open Settings and enter an API key.',
    ].join('\n\n'),
    call: null,
  }),
}
