import type { ToolRun } from '../../runtime/ports/ports.ts'
import { nestedInstructions } from '../files/folder-instructions.ts'
import type { ToolResult } from './definition/tool.ts'

/** A call touches no more files than this with instructions of their own. */
const MOST_FILES = 20

/**
 * The first call that reads or changes a file adds the instructions of the folders above it, below the conversation's
 * own folder: each is a part of its result. What the model already has, word for word, is not repeated.
 */
export function withNested(
  result: ToolResult,
  { folder, isKnownToModel }: Pick<ToolRun, 'folder' | 'isKnownToModel'>,
  dataFolder: string,
): ToolResult {
  if (result.outcome !== 'ok') return result
  const touched = (result.touched ?? []).slice(0, MOST_FILES)
  const found = touched.flatMap((file) => nestedInstructions(folder, file, dataFolder))
  const words = new Set(
    found.map(({ isCut, name, path = name, text }) => {
      const end = isCut ? `\n[${path} continues: only its beginning is here.]` : ''
      return `\nInstructions for your work in the folder of ${path}. If the user says otherwise, follow the user.\n\n<instructions>\n${Buffer.from(text).toString().trim()}${end}\n</instructions>`
    }),
  )
  const news = [...words].filter((each) => !isKnownToModel(each))
  const parts = news.map((text) => ({ type: 'text', text }) as const)
  return { ...result, content: [...result.content, ...parts] }
}
