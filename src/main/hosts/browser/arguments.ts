import { parseArgs } from 'node:util'
import { failed, ok, type Result } from '../../../shared/result.ts'

export const USAGE =
  'Usage: npm start -- [--browser] [--port N] [--data DIR] [--no-open]. ' +
  'PHOENIX_DATA_DIR names the data folder as well.'

export interface HostArguments {
  /** 0: any free one. */
  readonly port: number
  /** Null: the default of this platform. */
  readonly dataFolder: string | null
  readonly isOpening: boolean
}

/** What was asked for on the command line and by PHOENIX_DATA_DIR. The error is a sentence for people. */
export function parseHostArguments(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Result<HostArguments, string> {
  const values = parse(args)
  if (values === null) return failed(`Phoenix does not know one of its arguments. ${USAGE}`)
  const port = Number(values.port ?? '0')
  if (!/^\d{1,5}$/.test(values.port ?? '0') || port > 65_535) {
    return failed(`The port must be a number from 0 to 65535. ${USAGE}`)
  }
  if (values.data === '') return failed(`--data needs a folder. ${USAGE}`)
  const named = values.data ?? environment['PHOENIX_DATA_DIR'] ?? ''
  return ok({
    port,
    dataFolder: named === '' ? null : named,
    isOpening: values['no-open'] !== true,
  })
}

function parse(
  args: readonly string[],
): { port?: string; data?: string; 'no-open'?: boolean } | null {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        'no-open': { type: 'boolean' },
      },
    }).values
  } catch {
    return null
  }
}
