/** How long a host may take to accept a connection (ms); also the default of Node's fetch. */
export const CONNECT_MS = 10_000

/** Says after the name of a host why it cannot be reached; null: the error is of another kind. */
export function connectionFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  return FAULTS[code] ?? connectionFault(error.cause)
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'is not known: there is no such host.',
  EAI_AGAIN: 'could not be looked up: the name service did not answer.',
  ECONNREFUSED: 'refused the connection.',
  ECONNRESET: 'ended the connection.',
  UND_ERR_SOCKET: 'ended the connection.',
  UND_ERR_CONNECT_TIMEOUT: `did not accept a connection within ${CONNECT_MS / 1_000} seconds.`,
  UND_ERR_HEADERS_OVERFLOW: 'answers with more than 16 KB of headers, which are not read.',
}
