import { faultCode, fileFault } from '../../adapters/system/file-fault.ts'

/** How systems say that the reader of a pipe has gone away. */
const READER_GONE = ['EPIPE', 'ECONNRESET', 'EOF']

/** Says why standard output could not be written, as a line for people. Null if only its reader has gone away. */
export function whyUnwritten(error: Error): string | null {
  if (READER_GONE.includes(faultCode(error))) return null
  return `The output could not be written: ${fileFault(error)}.\n`
}
