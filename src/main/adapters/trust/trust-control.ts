import { failed } from '../../../shared/result.ts'
import type { TrustView } from '../../../shared/trust.ts'
import type { AbsentPlaces } from '../folder-files/absent-places.ts'
import type { TrustPort } from '../../runtime/ports/servers/trust-port.ts'
import type { FolderTrust } from './folder-trust.ts'

/** Each of the `sources` reads the items of one kind, in a folder and in the home. */
export function createTrustControl(parts: {
  readonly sources: readonly ((folder: string) => Promise<readonly TrustView[]>)[]
  readonly trust: FolderTrust
  readonly home: string
  readonly absent?: Pick<AbsentPlaces, 'forget'>
}): TrustPort {
  const { absent, home, sources, trust } = parts

  async function list(folder: string | null): Promise<readonly TrustView[]> {
    absent?.forget()
    const found = await Promise.all(sources.map((read) => read(folder ?? home)))
    return found.flat().filter(({ origin }) => folder !== null || origin === 'person')
  }

  return {
    list,
    async allow(folder, { hash, isAllowed, kind, name, origin }) {
      const root = origin === 'person' ? home : folder
      if (root === null) return failed('There is no folder to allow anything in.')
      const what = { folder: root, kind, name } as const
      if (!isAllowed)
        return saved(kind === 'instructions' ? trust.refuse(what) : trust.forbid(what))
      const files = await list(folder)
      const now = files.find(
        (each) => each.kind === kind && each.name === name && each.origin === origin,
      )
      if (now === undefined) return failed(`${name} is no longer there.`)
      if (now.hash !== hash)
        return failed(`${now.path} has changed in the meantime. Review it again.`)
      return saved(trust.allow(what, now))
    },
  }
}

function saved(written: ReturnType<FolderTrust['forbid']>): ReturnType<FolderTrust['forbid']> {
  return written.ok ? written : failed(`It was not saved: ${written.error}.`)
}
