/**
 * True for OpenAI's reasoning models, which do not accept `max_tokens`: their limit includes thinking and has another name.
 */
export function countsThinking(model: string): boolean {
  return /^(?:gpt-[5-9]|o\d)/.test(model)
}
