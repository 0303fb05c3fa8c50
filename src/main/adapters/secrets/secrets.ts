import { assertNever } from '../../../shared/assert-never.ts'
import type { KeyStorage, KeyringState, KeysView } from '../../../shared/models/key-storage.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { moveAside, moveBack } from '../data-folder/move-aside.ts'
import { keyFile, readKey, writeKey } from './key-file.ts'
import { isSealed, type Keyring } from './secret-box.ts'

/** Restores the previous state. */
type Undo = () => void

/** The secrets of all endpoints, by endpoint id. They leave only for a request. */
export interface Secrets {
  /** Reads its file; called once, first. Returns a sentence for people if it could not be used properly. */
  load(id: string): string | null
  find(id: string): string | null
  /** A sentence for people if its file cannot be read now: then it cannot be replaced either. */
  unread(id: string): string | null
  /** Null if there is none. */
  storageOf(id: string): KeyStorage | null
  /** Null removes the secret. The error is a sentence for people; then nothing has changed. */
  put(id: string, text: string | null): Result<Undo, string>
  /** Removes a secret with its file, even if that cannot be decrypted. The error is a sentence for people. */
  drop(id: string): Result<null, string>
  /** Moves all secrets to where the user wants them stored. The error is a sentence for people; then nothing has changed. */
  choose(storage: KeyStorage): Result<Undo, string>
  view(): KeysView
}

interface Held {
  readonly text: string
  /** The content of its file; null if it has none. */
  readonly file: string | null
}

/** If there is a keyring, an older plain file is encrypted as soon as it is read. */
export function openSecrets(from: {
  readonly folder: string
  readonly keyring: Keyring
  /** Null if the user has not chosen yet. Fails while that is not known. */
  readonly choice: () => Result<{ readonly keyRest: KeyStorage | null }, string>
  /** ms since 1970. */
  readonly now: () => number
}): Secrets {
  const { folder, keyring, now } = from
  const box = keyring.type === 'here' ? keyring.box : null
  const held = new Map<string, Held>()
  /** Secrets whose file cannot be decrypted while there is no keyring. */
  const closed = new Set<string>()
  /** Secrets whose file cannot be read now. */
  const unread = new Set<string>()
  /** What the user has chosen in this run. */
  let chosen: KeyStorage | null = null

  function rest(): Result<KeyStorage, string> {
    const known = chosen === null ? from.choice() : ok({ keyRest: chosen })
    return known.ok ? ok(storageFor(keyring.type, known.value.keyRest)) : known
  }

  function toHold(text: string, storage: KeyStorage): Held {
    return { text, file: storage === 'memory' ? null : (box?.seal(text) ?? text) }
  }

  function place(id: string, next: Held | null): Result<null, string> {
    const written = writeKey(folder, id, next?.file ?? null)
    if (!written.ok) return written
    closed.delete(id)
    if (next === null) held.delete(id)
    else held.set(id, next)
    return written
  }

  /** Makes room for another key if the file cannot be decrypted. The error is a sentence for people. */
  function makeRoom(id: string): Result<Undo, string> {
    if (!closed.has(id)) return ok(() => undefined)
    const path = keyFile(folder, id)
    const movedTo = moveAside(path, now())
    if (!movedTo.ok) return failed(`The API key was not saved: ${movedTo.error}.`)
    return ok(() => {
      moveBack(movedTo.value, path)
      closed.add(id)
    })
  }

  /** Returns a sentence for people if it cannot be decrypted. */
  function loadSealed(id: string, file: string): string | null {
    const path = keyFile(folder, id)
    if (box === null) {
      closed.add(id)
      return sealedElsewhere(path)
    }
    const text = box.open(file)
    if (text === null) return lost(path, moveAside(path, now()))
    held.set(id, { text, file })
    return null
  }

  function load(id: string): string | null {
    const read = readKey(folder, id)
    if (read.type === 'unread') {
      unread.add(id)
      return `The API key in ${keyFile(folder, id)} can’t be read right now: ${read.why}. It is left as it is, and read again when it is needed.`
    }
    unread.delete(id)
    const { key, notice } = read
    if (key === null) return notice
    if (isSealed(key)) return loadSealed(id, key) ?? notice
    held.set(id, { text: key, file: key })
    const storage = rest()
    // If it cannot be written, it stays unchanged.
    if (storage.ok && storage.value === 'sealed') place(id, toHold(key, storage.value))
    return notice
  }

  const loadUnread = (id: string): string | null => (unread.has(id) ? load(id) : null)

  return {
    load,
    find(id) {
      loadUnread(id)
      return held.get(id)?.text ?? null
    },
    unread: (id) => {
      const notice = loadUnread(id)
      return unread.has(id) ? notice : null
    },
    storageOf: (id) => storageOf(held.get(id) ?? null),
    put(id, text) {
      const before = held.get(id) ?? null
      if (text === (before?.text ?? null)) return ok(() => undefined)
      if (unread.has(id)) return failed(notReplaced(keyFile(folder, id)))
      const storage = rest()
      if (!storage.ok) return failed(`The API key was not saved: ${storage.error}.`)
      const madeRoom = makeRoom(id)
      if (!madeRoom.ok) return madeRoom
      const placed = place(id, text === null ? null : toHold(text, storage.value))
      if (!placed.ok) {
        madeRoom.value()
        return placed
      }
      return ok(() => {
        place(id, before)
        madeRoom.value()
      })
    },
    drop(id) {
      unread.delete(id)
      return place(id, null)
    },
    choose(storage) {
      const before = chosen
      const moved: [id: string, held: Held][] = []
      const undo = (): void => {
        chosen = before
        for (const [id, each] of moved) place(id, each)
      }
      chosen = storage
      for (const [id, each] of held) {
        const next = toHold(each.text, storageFor(keyring.type, storage))
        if (storageOf(next) === storageOf(each)) continue
        const placed = place(id, next)
        if (!placed.ok) {
          undo()
          return placed
        }
        moved.push([id, each])
      }
      return ok(undo)
    },
    view() {
      const storage = rest()
      return { keyring: keyring.type, rest: storage.ok ? storage.value : 'memory', folder }
    },
  }
}

/** If the keyring is missing but expected, nothing is written until the user has chosen the plain file. */
function storageFor(keyring: KeyringState, chosen: KeyStorage | null): KeyStorage {
  switch (keyring) {
    case 'here':
      return chosen === 'memory' ? 'memory' : 'sealed'
    case 'missing':
      return chosen === 'file' ? 'file' : 'memory'
    case 'unasked':
      return chosen === 'memory' ? 'memory' : 'file'
    default:
      return assertNever(keyring)
  }
}

function storageOf(held: Held | null): KeyStorage | null {
  if (held === null) return null
  if (held.file === null) return 'memory'
  return isSealed(held.file) ? 'sealed' : 'file'
}

function notReplaced(path: string): string {
  return `The API key was not saved: the present one in ${path} can’t be read right now, and nothing is written over it. Try again, or remove that file.`
}

function sealedElsewhere(path: string): string {
  return `The key in ${path} is encrypted with a keyring that isn’t available right now. Start Phoenix where it is, or enter the key again in Settings.`
}

function lost(path: string, movedTo: Result<string, string>): string {
  const sentence = `This system’s keyring can’t decrypt the key in ${path}. Enter it again in Settings`
  return movedTo.ok
    ? `${sentence}; the old file is kept as ${movedTo.value}.`
    : `${sentence}. The old file could not be kept aside: ${movedTo.error}.`
}
