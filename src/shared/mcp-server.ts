import * as z from './schema.ts'
import { TrustStatus } from './trust.ts'

/** Prefix of all MCP tool names: `mcp__server__tool`. */
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
  /** Time limit of a call, in ms. Default: five minutes. */
  timeout: z.number().int().min(1_000).max(3_600_000).optional(),
}

/** A process on this machine, spoken to through its standard input and output. */
const StdioServer = z
  .object({
    ...both,
    type: z.literal('stdio').default('stdio'),
    command: text.min(1),
    args: z.array(text).max(200).readonly().default([]),
    env: values.readonly().default({}),
    /** True: runs in the sandbox for commands, with network access. */
    sandbox: z.boolean().default(false),
  })
  .readonly()

/** A server at an address, reached by streamable HTTP. */
const HttpServer = z
  .object({
    ...both,
    type: z.literal('http').default('http'),
    url: z
      .string()
      .max(2_000)
      .refine((url) => /^https?:\/\/[^\s/]/.test(url) || url.startsWith('${')),
    headers: values.readonly().default({}),
  })
  .readonly()

/** How to reach a server, in the form that other programs also use in `.mcp.json`. Without a type, its fields tell which it is. */
export const McpServer = z.union([StdioServer, HttpServer])
export type McpServer = z.infer<typeof McpServer>
export type StdioServer = z.infer<typeof StdioServer>
export type HttpServer = z.infer<typeof HttpServer>

/** The program that would be started, or the address. */
export function programOf(server: McpServer): string {
  return server.type === 'http' ? server.url : server.command
}

export const NamedServer = z.object({ name: McpName, server: McpServer }).readonly()
export type NamedServer = z.infer<typeof NamedServer>

/**
 * Who configured a server: a person, for all conversations; a folder's file, for those in the folder; or a client (an
 * editor), for one conversation while it is connected.
 */
export const McpOrigin = z.enum(['person', 'folder', 'client'])
export type McpOrigin = z.infer<typeof McpOrigin>

/**
 * The state of a server. `notAllowed`: a folder's server that nobody has allowed. `changed`: it changed after it was
 * allowed. `off`: a person switched it off. `idle`: it starts when needed.
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

/** A server as shown to a person, without values that may be secret. */
export const McpServerView = z
  .object({
    name: z.string(),
    origin: McpOrigin,
    /** A hash of its whole configuration, which an approval is bound to. */
    hash: z.string(),
    type: z.enum(['stdio', 'http']),
    /** The program that would be started, or the address. */
    program: z.string(),
    /** The command that would run, in the words of a shell, or the address. For a folder's server with the values of `given` that are no keys. */
    runs: z.string(),
    /** A unified diff since it was allowed; null if nothing changed or the old form was not kept. */
    difference: z.string().nullable(),
    /** The names of the variables or headers passed to it. */
    given: z.array(z.string()).readonly(),
    isSandboxed: z.boolean(),
    state: McpState,
    /** True if it is off only in this conversation. */
    isOffHere: z.boolean(),
    /** True if it does not run because nobody has signed in. */
    wantsSignIn: z.boolean(),
    /** Why it does not run, as a sentence; null if no problem is known. */
    problem: z.string().nullable(),
    /** The number of tools it offers; null if not known yet. */
    tools: z.number().int().nullable(),
    /** Its own instructions to the agent about its tools; empty if there are none or it never ran. */
    instructions: z.string(),
    /**
     * What it says of itself and its tools, compared with what a person accepted; null if it never ran. Instructions
     * that have changed since then are withheld from models; `isShown`: models see them.
     */
    words: z
      .object({ hash: z.string(), ...TrustStatus.shape, isShown: z.boolean() })
      .readonly()
      .nullable(),
    /** What was left out of it, and why: sentences. */
    leftOut: z.array(z.string()).readonly(),
  })
  .readonly()
export type McpServerView = z.infer<typeof McpServerView>

/** True for the name of a server's tool, or of a tool that calls one. */
export function isServerTool(name: string): boolean {
  return name.startsWith(MCP_PREFIX) || name === 'mcp_call_tool' || name === 'mcp_read_resource'
}

/** Returns the subject of a tool's rule for people, without the hash of the tool's definition. */
export function withoutDefinition(subject: string): string {
  return subject.replace(/ \(definition [0-9a-f]+\)$/, '')
}

/** Returns `mcp__files__read` as "files: read"; any other name unchanged. */
export function shownNameOf(name: string): string {
  const parts = name.startsWith(MCP_PREFIX) ? name.slice(MCP_PREFIX.length).split('__') : []
  const [server, ...tool] = parts
  return server === undefined || tool.length === 0 ? name : `${server}: ${tool.join('__')}`
}
