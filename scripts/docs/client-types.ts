import { commands } from '../../src/shared/protocol/commands.ts'
import { ClientEvent } from '../../src/shared/protocol/events.ts'
import { readContract, typeOf } from './contract-types.ts'

const HEAD = `// Written by \`node scripts/docs/protocol.ts\` from the command table: the types of \`phoenix/client\`, which import nothing.

/** The address of Phoenix, and a token that it issued: \`socket\` as after --listen, or \`origin\` as in the printed address. */
export type Address = { readonly token: string } & (
  | { readonly socket: string }
  | { readonly origin: string }
)

/** A value, or the error that prevented it. Nothing here throws or rejects. */
export type Result<Value, Fault> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Fault }

/** A connection to a running Phoenix. */
export interface PhoenixClient {
  /** Sends a command. It is answered exactly once, even if the connection ends. */
  request<Name extends keyof Commands>(
    name: Name,
    input: Commands[Name]['input'],
  ): Promise<Result<Commands[Name]['output'], AppError>>
  /** Stops a conversation, ahead of everything that waits. */
  cancel(conversationId: string): Promise<Result<unknown, AppError>>
  /** Adds a listener; the returned function removes it. */
  onEvent(listener: (event: ClientEvent) => void): () => void
  /** Resolves when the connection has ended, for whatever reason: it was closed, the token was revoked, or Phoenix quit. */
  readonly closed: Promise<void>
  close(): void
}

/** Connects once; call it again to reconnect. The error is a sentence for people. */
export declare function connectToPhoenix(address: Address): Promise<Result<PhoenixClient, string>>
`

/** Returns the text of resources/client/phoenix.d.ts. */
export async function clientTypes(): Promise<string> {
  const { said, text, types } = await readContract()
  const table = Object.entries(commands).map(([name, { input, output }]) => {
    const about = said.get(name)
    const comment = about === undefined ? '' : `  /** ${about} */\n`
    return `${comment}  readonly '${name}': {\n    readonly input: ${text(input)}\n    readonly output: ${text(output)}\n  }\n`
  })
  const events = ClientEvent.options.map(
    (event) => `  /** ${typeOf(event)} */\n  | ${text(event, true)}\n`,
  )
  const named = [...types()].map(([name, type]) => `export type ${name} = ${type}\n`)
  return `${HEAD}
export interface Commands {
${table.join('')}}

/** What Phoenix sends without a request. */
export type ClientEvent =
${events.join('')}
${named.join('\n')}`
}
