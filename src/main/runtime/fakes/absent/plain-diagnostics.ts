import type { DiagnosticsPort } from '../../commands/history/diagnostics.ts'

/** A log of two lines, with `taint` as the secret. */
export const PLAIN_DIAGNOSTICS: DiagnosticsPort = {
  facts: () => ({ phoenix: 'test' }),
  logLines: () => [{ what: 'a line' }, { what: 'another' }],
  clean: (text) => text.replaceAll('taint', '[secret]'),
}
