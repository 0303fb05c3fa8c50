/** What to type to see each thing that the demo model can show, in the order in which they are offered. */
export const DEMO_PROMPT = {
  folder: 'What is in this folder?',
  lines: 'Count the lines of code by language',
  git: 'Show the recent git changes',
  file: 'Make a file and edit it',
  agents: 'Ask two agents to look at this folder',
  slow: 'Run a slow task that I can stop',
  failing: 'Pretend that the provider fails and recovers',
} as const

export const DEMO_PROMPTS: readonly string[] = Object.values(DEMO_PROMPT)
