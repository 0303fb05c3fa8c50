import type { AppError } from '../../../shared/app-error.ts'
import type { DiagnosticsWanted } from '../../../shared/storage/diagnostics.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Client } from '../../../client/client.ts'

/**
 * All parts of one file, requested one after another. Null: it is no longer wanted. Each is encoded as it arrives: all of
 * a long conversation at once would hold the page.
 */
export async function collectDiagnostics(
  client: Client,
  wanted: Omit<DiagnosticsWanted, 'from'>,
  isWanted: () => boolean,
): Promise<Result<readonly Blob[], AppError> | null> {
  const parts: Blob[] = []
  let from: DiagnosticsWanted['from'] = null
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(client, { ...wanted, from })
    if (!isWanted()) return null
    if (!page.ok) return page
    parts.push(new Blob([page.value.text]))
    from = page.value.next
  } while (from !== null)
  return ok(parts)
}

function ask(
  client: Client,
  wanted: DiagnosticsWanted,
): ReturnType<typeof client.request<'diagnostics.read'>> {
  return client.request('diagnostics.read', wanted)
}

/** `at`: ms since 1970. */
export function nameOfFile(at: number): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
  return `phoenix-diagnostics-${time}.json`
}
