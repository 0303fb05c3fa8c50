import { createHash } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import { visibleText } from '../../../shared/visible-text.ts'
import type { ToolSpec } from '../../core/request/model-request.ts'
import { toolNameOf } from './tool-names.ts'
import { isShallow, usableSchema } from './usable-schema.ts'

const MAX_DESCRIPTION = 4_000
const MAX_TOOL_NAME = 128
const MAX_DEPTH = 40
const MAX_INSTRUCTIONS = 2_000

export interface OfferedTool {
  /** The server's name for it. */
  readonly name: string
  /** The tool as models see it. */
  readonly spec: ToolSpec
  /** A hash of the whole definition: a tool with another definition is another tool. */
  readonly hash: string
}

export interface Offer {
  /** The server's own instructions for its tools; empty if it gives none. */
  readonly instructions: string
  readonly tools: readonly OfferedTool[]
  /** Sentences about tools that are omitted. */
  readonly leftOut: readonly string[]
}

/** The instructions that a server gives when it starts, cut to the limit and without invisible characters. */
export function offeredInstructions(instructions: string | undefined): string {
  const text = visibleText((instructions ?? '').slice(0, MAX_INSTRUCTIONS), 'kept').trim()
  return (instructions ?? '').length > MAX_INSTRUCTIONS ? `${text}…` : text
}

/**
 * The part of a server's list that can be shown to models: a tool that cannot is omitted, the others stay. A definition may
 * be large, so others get a turn after each.
 */
export async function offeredTools(
  server: string,
  listed: readonly unknown[],
): Promise<Omit<Offer, 'instructions'>> {
  const tools = new Map<string, OfferedTool>()
  const leftOut: string[] = []
  for (const each of listed) {
    await pause()
    const { description = '', inputSchema, name } = fieldsOf(each)
    if (typeof name !== 'string' || name === '' || name.length > MAX_TOOL_NAME) {
      leftOut.push('A tool without a usable name is left out.')
      continue
    }
    const shown = visibleText(name)
    if (tools.has(name)) {
      leftOut.push(`${shown} is listed twice; the first one is used.`)
      continue
    }
    if (!isShallow(each, MAX_DEPTH)) {
      leftOut.push(`${shown} is left out: its definition is nested too deep.`)
      continue
    }
    const schema = usableSchema(inputSchema)
    if (!schema.ok) {
      leftOut.push(`${shown} is left out: ${schema.error}.`)
      continue
    }
    const spec = {
      name: toolNameOf(server, name),
      description: describe(server, typeof description === 'string' ? description : ''),
      inputSchema: schema.value,
    }
    tools.set(name, { name, spec, hash: hashOf(each) })
  }
  return {
    tools: [...tools.values()].toSorted((a, b) => (a.spec.name < b.spec.name ? -1 : 1)),
    leftOut: leftOut.slice(0, 50),
  }
}

/** Removes invisible characters: text that people cannot read is not shown to models either. */
function describe(server: string, description: string): string {
  const whole = visibleText(description.slice(0, MAX_DESCRIPTION), 'kept')
  return `Tool of the MCP server ${visibleText(server)}. ${whole}`.trim()
}

interface Fields {
  readonly name?: unknown
  readonly description?: unknown
  readonly inputSchema?: unknown
}

function fieldsOf(listed: unknown): Fields {
  return typeof listed === 'object' && listed !== null ? listed : {}
}

function hashOf(listed: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(listed)))
    .digest('hex')
    .slice(0, 32)
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([field, inner]) => [field, canonical(inner)])
}
