import { z } from 'zod'
import { ConversationId } from '../ids.ts'
import { McpName, McpServerView, NamedServer } from '../mcp-server.ts'

const nothing = z.object({}).readonly()
const conversationId = ConversationId.nullable()
const ofServer = z.object({ conversationId, name: McpName }).readonly()
const inConversation = z.object({ conversationId: ConversationId }).readonly()

/** The most resources that are offered for one text. */
export const MAX_RESOURCES = 50
/** The most servers that a client brings to one conversation. */
export const MAX_BROUGHT = 50

/** A prompt of a server: a command that puts its text into the message. */
export const McpPrompt = z
  .object({
    server: z.string(),
    name: z.string(),
    /** One line; empty: it has none. */
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

/** MCP servers: what there are, what of them may run, and what they offer to the message. */
export const mcpCommands = {
  /** A person's servers, and those of the folder of the conversation, if one is named. `problem`: of the folder's file. */
  'mcp.list': {
    needs: 'read',
    input: z.object({ conversationId }).readonly(),
    output: z
      .object({ servers: z.array(McpServerView).readonly(), problem: z.string().nullable() })
      .readonly(),
  },
  /** Adds a server of a person's own, or takes the place of the one of its name. */
  'mcp.save': {
    needs: 'owner',
    input: NamedServer,
    output: nothing,
  },
  'mcp.remove': { needs: 'owner', input: z.object({ name: McpName }).readonly(), output: nothing },
  /** Of a person's own: for all conversations. */
  'mcp.switch': {
    needs: 'owner',
    input: z.object({ name: McpName, isOn: z.boolean() }).readonly(),
    output: nothing,
  },
  /** A person's word on a server of a folder as it is now. Refused where that has another hash by now. */
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
  /** A person accepts what a server says of itself and its tools, as it is now. Refused where that has another hash by now. */
  'mcp.accept': {
    needs: 'owner',
    input: z.object({ conversationId, name: McpName, hash: z.string().max(200) }).readonly(),
    output: nothing,
  },
  /** Whether one conversation uses a server. */
  'mcp.use': {
    needs: 'owner',
    input: z
      .object({ conversationId: ConversationId, name: McpName, isOn: z.boolean() })
      .readonly(),
    output: nothing,
  },
  /**
   * Servers that the client has for one conversation, in place of those it brought before. They run for this conversation
   * only, until the client disconnects, and are saved nowhere. `problems`: what of them is not used, and why.
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
  /** Starts it and asks for its tools. `message` is for people either way. */
  'mcp.test': {
    needs: 'owner',
    input: ofServer,
    output: z.object({ works: z.boolean(), message: z.string() }).readonly(),
  },
  /** Begins to sign in to a server by HTTP. `url`: for the person's browser; null: it was not needed. */
  'mcp.signIn': {
    needs: 'owner',
    input: ofServer,
    output: z.object({ url: z.string().nullable() }).readonly(),
  },
  /** What it has said lately, beside its answers. */
  'mcp.log': { needs: 'owner', input: ofServer, output: z.object({ text: z.string() }).readonly() },
  /** Of the servers that run. */
  'mcp.prompts': {
    needs: 'read',
    input: inConversation,
    output: z.object({ prompts: z.array(McpPrompt).max(200).readonly() }).readonly(),
  },
  /** Its text, for the message. */
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
  /** Of the servers that run: those whose name or address holds the text. */
  'mcp.resources': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, text: z.string().max(300) }).readonly(),
    output: z.object({ resources: z.array(McpResource).max(MAX_RESOURCES).readonly() }).readonly(),
  },
} as const
