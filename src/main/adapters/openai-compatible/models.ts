/** Those of OpenAI that reason take no `max_tokens`: what they may think counts as well, and has a name of its own. */
export function countsThinking(model: string): boolean {
  return /^(?:gpt-[5-9]|o\d)/.test(model)
}
