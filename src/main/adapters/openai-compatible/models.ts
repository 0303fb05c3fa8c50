/** OpenAI's reasoning models do not take `max_tokens`: their limit includes thinking and has another name. */
export function countsThinking(model: string): boolean {
  return /^(?:gpt-[5-9]|o\d)/.test(model)
}
