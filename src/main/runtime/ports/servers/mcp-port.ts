import type { ConversationId } from '../../../../shared/ids.ts'
import type { McpPrompt, McpResource } from '../../../../shared/protocol/mcp-commands.ts'
import type { McpServerView, McpServer, NamedServer } from '../../../../shared/mcp-server.ts'
import type { Result } from '../../../../shared/result.ts'

export interface ServerPlace {
  readonly conversationId: ConversationId
  readonly folder: string
}

/** MCP servers, as people manage them. `place` is null outside a conversation. Errors are sentences. Never rejects. */
export interface McpPort {
  list(place: ServerPlace | null): Promise<{
    readonly servers: readonly McpServerView[]
    readonly problem: string | null
  }>
  save(name: string, server: McpServer): Result<null, string>
  remove(name: string): Result<null, string>
  switch(name: string, isOn: boolean): Result<null, string>
  /** Refused if the server's hash has changed. */
  allow(
    place: ServerPlace,
    decision: { readonly name: string; readonly hash: string; readonly isAllowed: boolean },
  ): Promise<Result<null, string>>
  /** Accepts what the server says of itself and its tools. Refused if the hash has changed. */
  accept(
    place: ServerPlace | null,
    decision: { readonly name: string; readonly hash: string },
  ): Promise<Result<null, string>>
  use(place: ServerPlace, name: string, isOn: boolean): Result<null, string>
  /**
   * Sets what a client brings to a conversation, replacing what it brought before, until it leaves. Returns sentences
   * about what is not used.
   */
  bring(
    client: object,
    conversationId: ConversationId,
    servers: readonly NamedServer[],
  ): readonly string[]
  /** Removes a client with everything it brought. */
  leave(client: object): void
  test(
    place: ServerPlace | null,
    name: string,
    signal: AbortSignal,
  ): Promise<{ readonly works: boolean; readonly message: string }>
  /** Returns the address where a person signs in with their browser; null if no sign-in is needed. */
  signIn(place: ServerPlace | null, name: string): Promise<Result<string | null, string>>
  log(place: ServerPlace | null, name: string): string
  prompts(place: ServerPlace): Promise<readonly McpPrompt[]>
  prompt(
    place: ServerPlace,
    prompt: {
      readonly server: string
      readonly name: string
      readonly arguments: Readonly<Record<string, string>>
    },
  ): Promise<Result<string, string>>
  resources(place: ServerPlace, text: string): Promise<readonly McpResource[]>
}
