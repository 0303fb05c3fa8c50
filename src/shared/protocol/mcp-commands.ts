import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'
import { McpName, McpServerView, NamedServer } from '../mcp-server.ts'

const nothing = z.object({}).readonly()
const conversationId = ConversationId.nullable()
const ofServer = z.object({ conversationId, name: McpName }).readonly()
const inConversation = z.object({ conversationId: ConversationId }).readonly()

/** Maximum number of resources offered for one text. */
export const MAX_RESOURCES = 50
/** Maximum number of servers that a client brings to one conversation. */
export const MAX_BROUGHT = 50

/** A prompt of a server: a command that inserts its text into the message. */
export const McpPrompt = z
  .object({
    server: z.string(),
    name: z.string(),
    /** One line; empty if there is none. */
    description: z.string(),
    arguments: z
      .array(z.object({ name: z.string(), isRequired: z.boolean() }).readonly())
      .readonly(),
  })
  .readonly()
export type McpPrompt = z.infer<typeof McpPrompt>

export const McpResource = z
  .object({ server: z.string(), uri: z.string(), name: z.string() })
  .readonly()
export type McpResource = z.infer<typeof McpResource>

/** How long a person may take in their browser to sign in (ms). */
export const SIGN_IN_MS = 5 * 60_000

/** Commands for MCP servers: configuration, approval, and their prompts and resources. */
export const mcpCommands = {
  /**
   * Lists the person's servers and, if a conversation is named, those of its folder. `problem`: of the folder's file.
   * Commands and addresses can hold keys, so no token allows it.
   */
  'mcp.list': {
    needs: 'owner',
    input: z.object({ conversationId }).readonly(),
    output: z
      .object({ servers: z.array(McpServerView).readonly(), problem: z.string().nullable() })
      .readonly(),
  },
  /** Adds a server of the person, or replaces the one of that name. */
  'mcp.save': {
    needs: 'owner',
    input: NamedServer,
    output: nothing,
  },
  'mcp.remove': { needs: 'owner', input: z.object({ name: McpName }).readonly(), output: nothing },
  /** Turns a server of the person on or off for all conversations. */
  'mcp.switch': {
    needs: 'owner',
    input: z.object({ name: McpName, isOn: z.boolean() }).readonly(),
    output: nothing,
  },
  /** Allows or denies a folder's server in its current form. Refused if its hash has changed. */
  'mcp.allow': {
    needs: 'owner',
    input: z
      .object({
        conversationId: ConversationId,
        name: McpName,
        hash: z.string().max(100),
        isAllowed: z.boolean(),
      })
      .readonly(),
    output: nothing,
  },
  /** Accepts what a server currently says about itself and its tools. Refused if its hash has changed. */
  'mcp.accept': {
    needs: 'owner',
    input: z.object({ conversationId, name: McpName, hash: z.string().max(200) }).readonly(),
    output: nothing,
  },
  /** Sets whether a conversation uses a server. */
  'mcp.use': {
    needs: 'owner',
    input: z
      .object({ conversationId: ConversationId, name: McpName, isOn: z.boolean() })
      .readonly(),
    output: nothing,
  },
  /**
   * Sets the client's own servers for one conversation, replacing those it brought before. They run only for this
   * conversation, until the client disconnects, and are never saved. `problems`: which of them are not used, and why.
   */
  'mcp.bring': {
    needs: 'owner',
    input: z
      .object({
        conversationId: ConversationId,
        servers: z.array(NamedServer).max(MAX_BROUGHT).readonly(),
      })
      .readonly(),
    output: z.object({ problems: z.array(z.string()).readonly() }).readonly(),
  },
  /** Starts the server and lists its tools. `message`: the outcome, for people. */
  'mcp.test': {
    needs: 'owner',
    input: ofServer,
    output: z.object({ works: z.boolean(), message: z.string() }).readonly(),
  },
  /** Starts signing in to an HTTP server. `url`: for the person's browser; null if no sign-in was needed. */
  'mcp.signIn': {
    needs: 'owner',
    input: ofServer,
    output: z.object({ url: z.string().nullable() }).readonly(),
  },
  /** Returns the server's recent log output. */
  'mcp.log': { needs: 'owner', input: ofServer, output: z.object({ text: z.string() }).readonly() },
  /** Lists the prompts of running servers. */
  'mcp.prompts': {
    needs: 'read',
    input: inConversation,
    output: z.object({ prompts: z.array(McpPrompt).max(200).readonly() }).readonly(),
  },
  /** Returns a prompt's text for the message. */
  'mcp.prompt': {
    needs: 'write',
    input: z
      .object({
        conversationId: ConversationId,
        server: McpName,
        name: z.string().max(200),
        arguments: z.record(z.string().max(200), z.string().max(10_000)).readonly(),
      })
      .readonly(),
    output: z.object({ text: z.string() }).readonly(),
  },
  /** Lists the resources of running servers whose name or address contains the text. */
  'mcp.resources': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, text: z.string().max(300) }).readonly(),
    output: z.object({ resources: z.array(McpResource).max(MAX_RESOURCES).readonly() }).readonly(),
  },
} as const
