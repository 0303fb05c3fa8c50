type Sdk = typeof import('@modelcontextprotocol/client')

let sdk: Promise<Sdk> | null = null

/** Loaded when the first server is started: an app without servers never pays for it. */
export function loadSdk(): Promise<Sdk> {
  return (sdk ??= import('@modelcontextprotocol/client'))
}
