import type { Instructions } from '../../shared/turn.ts'
import { wellFormed } from './well-formed.ts'

/** What the model is told of its place. Holds no clock and nothing that changes: it is the head of every cached prefix. */
export function systemPromptFor(folder: string): string {
  return `You are Phoenix, a coding agent that works in one folder on the user's computer: ${folder}

Work with the tools you have. Look before you change anything, keep changes small, and check what you did by running it.
Each command starts in that folder; a cd does not outlive its call. Commands get no input and are stopped at their time limit.
Say what you found and did in plain words, briefly, in Markdown. Where something failed or you are not sure, say so.`
}

/**
 * Behind the system prompt, what the folder says about working in it: written by whoever wrote the folder, it configures
 * nothing.
 */
export function withInstructions(
  systemPrompt: string,
  { name, isCut }: Pick<Instructions, 'name' | 'isCut'>,
  text: string,
): string {
  const end = isCut ? `\n\n[${name} goes on: only its beginning is here.]` : ''
  return `${systemPrompt}\n\n# ${name} of the folder\n\nWhat the folder says about working in it. Where the user says otherwise, the user counts.\n\n${wellFormed(text.trim())}${end}`.trimStart()
}
