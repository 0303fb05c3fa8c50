import type { RequestContents, SentFile } from '../../../shared/conversation/request-contents.ts'
import { sizeOfText } from '../../../shared/size-of-text.ts'

/** Whose file of instructions it is, by the path that it is shown with. */
export function ownerOfFile(path: string): string {
  if (path.startsWith('~')) return 'yours'
  return path.startsWith('..') ? 'from the repository' : 'from the folder'
}

/** Behind the path of a file. */
export function aboutFile({ bytes, isCut, path }: SentFile): string {
  return `${ownerOfFile(path)}, ${sizeOfText(bytes)}${isCut ? ', only its beginning' : ''}`
}

/** Behind the name of a tool of an MCP server. */
export const OF_A_SERVER = 'from an MCP server, in its own words'

/** The line above all: how much it is. */
export function sentenceOfContents({ files, model, system, tools }: RequestContents): string {
  const bytes = [system, ...files, ...tools].reduce((sum, each) => sum + each.bytes, 0)
  return `${model} receives this with each request, in addition to the messages: ${sizeOfText(bytes)}.`
}

export function headingOfTools({ tools }: Pick<RequestContents, 'tools'>): string {
  const bytes = tools.reduce((sum, each) => sum + each.bytes, 0)
  return `Tools (${tools.length}), ${sizeOfText(bytes)}`
}
