import { parseArgs } from 'node:util'
import { failed, ok, type Result } from '../../../shared/result.ts'

export const USAGE =
  'Usage: npm start -- [FOLDER] [--browser] [--port N] [--data DIR] [--no-open] [--listen PATH]. ' +
  'PHOENIX_DATA_DIR also sets the data folder, and PHOENIX_LISTEN the socket for tools.'

export interface HostArguments {
  /** 0: any free port. */
  readonly port: number
  /** Null: the platform's default. */
  readonly dataFolder: string | null
  readonly isOpening: boolean
  /** The path of the socket for tools, as given; null if there is none. */
  readonly listenAt: string | null
  /** The folder that the first window shows, as given; null if there is none. */
  readonly folder: string | null
}

/** Reads the command line, PHOENIX_DATA_DIR and PHOENIX_LISTEN. The error is a sentence for people. */
export function parseHostArguments(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Result<HostArguments, string> {
  const parsed = parse(args)
  const { positionals, values } = parsed ?? { positionals: [], values: null }
  if (values === null || positionals.length > 1)
    return failed(`One of the arguments is unknown. ${USAGE}`)
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
    folder: positionals[0] ?? null,
  })
}

interface Parsed {
  readonly values: { port?: string; data?: string; listen?: string; 'no-open'?: boolean }
  readonly positionals: readonly string[]
}

function parse(args: readonly string[]): Parsed | null {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        listen: { type: 'string' },
        'no-open': { type: 'boolean' },
      },
    })
  } catch {
    return null
  }
}
