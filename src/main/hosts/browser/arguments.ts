import { parseArgs } from 'node:util'
import { failed, ok, type Result } from '../../../shared/result.ts'

export const USAGE =
  'Usage: npm start -- [--browser] [--port N] [--data DIR] [--no-open] [--listen PATH]. ' +
  'PHOENIX_DATA_DIR names the data folder as well, and PHOENIX_LISTEN the socket for tools.'

export interface HostArguments {
  /** 0: any free one. */
  readonly port: number
  /** Null: the default of this platform. */
  readonly dataFolder: string | null
  readonly isOpening: boolean
  /** Where tools reach this host by a socket, as it was said; null: nowhere. */
  readonly listenAt: string | null
}

/** What was asked for on the command line and by PHOENIX_DATA_DIR. The error is a sentence for people. */
export function parseHostArguments(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Result<HostArguments, string> {
  const values = parse(args)
  if (values === null) return failed(`One of the arguments is unknown. ${USAGE}`)
  const port = Number(values.port ?? '0')
  if (!/^\d{1,5}$/.test(values.port ?? '0') || port > 65_535) {
    return failed(`The port must be a number from 0 to 65535. ${USAGE}`)
  }
  if (values.data === '') return failed(`--data needs a folder. ${USAGE}`)
  if (values.listen === '') return failed(`--listen needs the path of a socket. ${USAGE}`)
  const listenAt = values.listen ?? environment['PHOENIX_LISTEN'] ?? ''
  const named = values.data ?? environment['PHOENIX_DATA_DIR'] ?? ''
  return ok({
    port,
    dataFolder: named === '' ? null : named,
    isOpening: values['no-open'] !== true,
    listenAt: listenAt === '' ? null : listenAt,
  })
}

function parse(
  args: readonly string[],
): { port?: string; data?: string; listen?: string; 'no-open'?: boolean } | null {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        listen: { type: 'string' },
        'no-open': { type: 'boolean' },
      },
    }).values
  } catch {
    return null
  }
}
