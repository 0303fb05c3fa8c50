import { DEMO_PROMPTS } from '../../../shared/models/demo-prompts.ts'

/** The text of the message field after a prompt was chosen: it replaces another one, but nothing that a person typed. */
export function withPrompt(text: string, prompt: string): string {
  const isOwn = text.trim() !== '' && !DEMO_PROMPTS.includes(text.trim())
  return isOwn ? `${text.trimEnd()}\n${prompt}` : prompt
}
