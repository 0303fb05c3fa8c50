import { z } from 'zod'
import { Standing } from './trust.ts'

/** What the names of all tools of MCP servers begin with: `mcp__server__tool`. */
export const MCP_PREFIX = 'mcp__'

const text = z.string().max(10_000)
const values = z.record(z.string().min(1).max(200), text)

/** The name of a server, in a file and in Settings. */
export const McpName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .refine((name) => !/\p{C}/u.test(name))

const both = {
  /** How long one of its calls may take, in ms. Absent: five minutes. */
  timeout: z.number().int().min(1_000).max(3_600_000).optional(),
}

/** A process of this machine that is spoken to by its standard input and output. */
const StdioServer = z
  .object({
    ...both,
    type: z.literal('stdio').default('stdio'),
    command: text.min(1),
    args: z.array(text).max(200).readonly().default([]),
    env: values.readonly().default({}),
    /** It runs in the sandbox of commands, with the network. */
    sandbox: z.boolean().default(false),
  })
  .readonly()

/** A server at an address, by streamable HTTP. */
const HttpServer = z
  .object({
    ...both,
    type: z.literal('http'),
    url: z
      .string()
      .max(2_000)
      .refine((url) => /^https?:\/\/[^\s/]/.test(url) || url.startsWith('${')),
    headers: values.readonly().default({}),
  })
  .readonly()

/** How a server is reached, in the form that other programs keep in `.mcp.json` too. */
export const McpServer = z.union([HttpServer, StdioServer])
export type McpServer = z.infer<typeof McpServer>
export type StdioServer = z.infer<typeof StdioServer>
export type HttpServer = z.infer<typeof HttpServer>

export const NamedServer = z.object({ name: McpName, server: McpServer }).readonly()
export type NamedServer = z.infer<typeof NamedServer>

/**
 * Who has set up a server: a person, for all conversations, the file of a folder, for those in it, or a client (an editor),
 * for one conversation while it is connected.
 */
export const McpOrigin = z.enum(['person', 'folder', 'client'])
export type McpOrigin = z.infer<typeof McpOrigin>

/**
 * Where a server stands. `notAllowed`: of a folder, and nobody has said yes. `changed`: somebody has, to what it was before.
 * `off`: a person has switched it off. `idle`: it starts when it is needed.
 */
export const McpState = z.enum([
  'notAllowed',
  'changed',
  'off',
  'idle',
  'starting',
  'running',
  'failed',
])
export type McpState = z.infer<typeof McpState>

/** A server as a person sees it: without values that may be secret. */
export const McpServerView = z
  .object({
    name: z.string(),
    origin: McpOrigin,
    /** What yes is said to: a hash of all that it is. */
    hash: z.string(),
    type: z.enum(['stdio', 'http']),
    /** What would be run, or the address. */
    runs: z.string(),
    /** A unified diff of what has changed of it since it was allowed; null: nothing has, or that is not kept. */
    difference: z.string().nullable(),
    /** The variables or headers that it is given. */
    given: z.array(z.string()).readonly(),
    isSandboxed: z.boolean(),
    state: McpState,
    /** Off in this conversation only. */
    isOffHere: z.boolean(),
    /** It does not run since nobody has signed in there. */
    wantsSignIn: z.boolean(),
    /** Why it does not run, a sentence; null: nothing is known against it. */
    problem: z.string().nullable(),
    /** How many tools it offers; null: not known yet. */
    tools: z.number().int().nullable(),
    /** What it tells the agent about its tools, in its own words; empty: nothing, or it never ran. */
    instructions: z.string(),
    /**
     * What it says of itself and its tools, beside what a person accepted; null: it never ran. Instructions that have changed since
     * are told to no model (`isTold`).
     */
    words: z
      .object({ hash: z.string(), ...Standing.shape, isTold: z.boolean() })
      .readonly()
      .nullable(),
    /** What of it is left out, and why: sentences. */
    leftOut: z.array(z.string()).readonly(),
  })
  .readonly()
export type McpServerView = z.infer<typeof McpServerView>

/** Whether a tool of this name is one of a server's, or calls one. */
export function isServerTool(name: string): boolean {
  return name.startsWith(MCP_PREFIX) || name === 'mcp_call_tool' || name === 'mcp_read_resource'
}

/** What a rule of a tool names, for people: without the mark of what the tool says of itself. */
export function withoutDefinition(subject: string): string {
  return subject.replace(/ \(definition [0-9a-f]+\)$/, '')
}

/** `mcp__files__read` as "files: read"; any other name as it is. */
export function shownNameOf(name: string): string {
  const parts = name.startsWith(MCP_PREFIX) ? name.slice(MCP_PREFIX.length).split('__') : []
  const [server, ...tool] = parts
  return server === undefined || tool.length === 0 ? name : `${server}: ${tool.join('__')}`
}
