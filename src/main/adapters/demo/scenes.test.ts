import { expect, test } from 'vitest'
import { DEMO_PROMPTS } from '../../../shared/models/demo-prompts.ts'
import { findScene } from './scenes.ts'

const [FOLDER, LINES, GIT, FILE, AGENTS, SLOW, FAILING] = DEMO_PROMPTS

test.each([
  ["What's in this folder?", FOLDER],
  ['what is in this folder', FOLDER],
  ['List the files here', FOLDER],
  ['ls', FOLDER],
  ['Show me the contents of the directory!', FOLDER],
  ['count lines', LINES],
  ['How many lines of code are in this folder?', LINES],
  ['which languages is this written in', LINES],
  ['show git changes', GIT],
  ['What changed recently?', GIT],
  ['last commits', GIT],
  ['make a file', FILE],
  ['Create and edit a file in this folder', FILE],
  ['Ask two agents to look at this folder', AGENTS],
  ['let some sub-agents look', AGENTS],
  ['run a slow task', SLOW],
  ['start a long-running command', SLOW],
  ['a task to stop', SLOW],
  ['pretend the provider fails', FAILING],
  ['Let the model fail and recover', FAILING],
  ['show me a retry', FAILING],
])('%j is understood', (words, prompt) => {
  expect(findScene(words).prompt).toBe(prompt)
})

test('each prompt on offer finds its own scene, whatever its case and punctuation', () => {
  for (const prompt of DEMO_PROMPTS) {
    expect(findScene(prompt).prompt).toBe(prompt)
    expect(findScene(`  ${prompt.toUpperCase().replace(/\W+/g, ' ')}!!! `).prompt).toBe(prompt)
  }
})

test.each([
  '',
  'Hello',
  'Who are you?',
  'Write me a poem about the sea',
  'Please go through the file src/login.ts, change how it retries when the provider fails, and then commit your changes to git',
])('%j is none of its scenes', (words) => {
  expect(DEMO_PROMPTS).not.toContain(findScene(words).prompt)
})
