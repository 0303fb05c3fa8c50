/** How servers say that a model takes no images at all. */
export function takesNoImages(message: string): boolean {
  return /\b(not|n't) support (the |any )?(images?|vision)\b|\bimage_?(url| inputs?)?s? (is|are) (not supported|only supported)\b|\bthat support image input\b|\bmissing data required for image input\b/i.test(
    message,
  )
}

/** Whether the words are about what was said, and not about a setting, a tool or the account. */
export function speaksOfHistory(message: string): boolean {
  return /\bmessages?\b|\broles?\b|\bconversation\b|\bnon-empty\b/i.test(message)
}
