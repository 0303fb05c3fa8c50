/** True for servers' wordings that a model accepts no images at all. */
export function takesNoImages(message: string): boolean {
  return /\b(not|n't) support (the |any )?(images?|vision)\b|\bimage_?(url| inputs?)?s? (is|are) (not supported|only supported)\b|\bthat support image input\b|\bmissing data required for image input\b/i.test(
    message,
  )
}

/** True if the text is about the conversation, not about a setting, a tool or the account. */
export function speaksOfHistory(message: string): boolean {
  return /\bmessages?\b|\broles?\b|\bconversation\b|\bnon-empty\b/i.test(message)
}

/**
 * True for servers' wordings about a PDF that they cannot read, or about PDFs that they do not accept: "The PDF specified
 * was not valid.", "A maximum of 100 PDF pages may be provided." (claude-code #5707), "Could not process PDF"
 * (anthropic-sdk-python #903), "Invalid file data: 'messages[1].content[0].file.file_data'" (pydantic-ai #4445), "Invalid
 * value: 'file'. Supported values are: 'text', 'image_url'" (qwen-code #2020), "The document has no pages." (gemini-cli
 * #13808), "Unsupported MIME type: application/pdf".
 */
export function isOfDocument(message: string): boolean {
  return /\bPDFs?\b|\bdocuments?\b|\binput_file\b|\bfile_data\b|\bInvalid value: '(input_)?file'|\bfile (content|input)s?\b/i.test(
    message,
  )
}
