import type { ToolRun } from '../../runtime/ports/ports.ts'
import type { InstructionsOptions } from '../files/folder-instructions.ts'
import { isRule } from '../files/folder-rules.ts'
import { type NestedInstructions, readNested } from '../files/instruction-imports.ts'
import type { ToolResult } from './definition/tool.ts'

/** The limit for touched files whose instructions are read per call. */
const MOST_FILES = 20

/**
 * The first call that reads or changes a file adds the instructions of the folders above it, below the conversation's own
 * folder, and their imports: each is a part of its result. Instructions that the model already has, word for word, are not
 * repeated.
 */
export function withNested(
  result: ToolResult,
  { folder, isKnownToModel }: Pick<ToolRun, 'folder' | 'isKnownToModel'>,
  options: InstructionsOptions,
): ToolResult {
  if (result.outcome !== 'ok') return result
  const touched = (result.touched ?? []).slice(0, MOST_FILES)
  const words = new Set(readNested(folder, touched, options).map(wordsOf))
  const news = [...words].filter((each) => !isKnownToModel(each))
  const parts = news.map((text) => ({ type: 'text', text }) as const)
  return { ...result, content: [...result.content, ...parts] }
}

function wordsOf({ importedBy, isCut, name, path = name, text }: NestedInstructions): string {
  const end = isCut ? `\n[${path} continues: only its beginning is here.]` : ''
  const from = importedBy === null ? '' : `, from ${path}`
  return `\nInstructions for ${workOf(importedBy ?? path)}${from}. If the user says otherwise, follow the user.\n\n<instructions>\n${Buffer.from(text).toString().trim()}${end}\n</instructions>`
}

/** A rule names the files that it applies to. */
function workOf(path: string): string {
  return isRule(path) ? `the files that ${path} is about` : `your work in the folder of ${path}`
}
