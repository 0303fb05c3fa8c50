import { anthropic, gemini, type KnownRefusal, openai } from './known-refusal.ts'

/** Servers' refusals of a PDF that they cannot read, or of any PDF. */
export const DOCUMENT_REFUSALS: Readonly<Record<string, KnownRefusal>> = {
  'a PDF of too many pages (claude-code #5707)': anthropic(
    'documents',
    'A maximum of 100 PDF pages may be provided.',
  ),
  'a PDF that is none': anthropic(
    'documents',
    'messages.0.content.1.pdf.source.base64.data: The PDF specified was not valid.',
  ),
  'a PDF that is encrypted': anthropic(
    'documents',
    'messages.0.content.1.pdf.source.base64.data: The PDF specified is password protected.',
  ),
  'a PDF that cannot be read (anthropic-sdk-python #903)': anthropic(
    'documents',
    'Could not process PDF',
  ),
  'a gateway that knows no such block': anthropic(
    'documents',
    "messages.0.content.1: Input tag 'document' found using 'type' does not match any of the expected tags: 'text', 'image', 'tool_use', 'tool_result'",
  ),
  'OpenAI: a file that it cannot read (pydantic-ai #4445)': openai(
    'documents',
    "Invalid file data: 'messages[1].content[1].file.file_data'. Expected a base64-encoded data URL with an application/pdf MIME type (e.g. 'data:application/pdf;base64,SGVsbG8sIFdvcmxkIQ=='), but got unsupported MIME type 'text/markdown'.",
    { code: 'invalid_value', param: 'messages[1].content[1].file.file_data' },
  ),
  'OpenAI: a part that it does not know (qwen-code #2020)': openai(
    'documents',
    "Invalid value: 'file'. Supported values are: 'text','image_url','video_url' and 'video'.",
    { code: 'invalid_value', param: 'messages[1].content[1].type' },
  ),
  'Gemini: a PDF that it cannot read (gemini-cli #13808)': gemini(
    'documents',
    'The document has no pages.',
  ),
  'Gemini: a model that takes none (deprecated-generative-ai-js #201)': gemini(
    'documents',
    'Unsupported MIME type: application/pdf',
  ),
}
