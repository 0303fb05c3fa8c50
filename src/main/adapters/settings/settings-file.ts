import { join } from 'node:path'
import * as z from '../../../shared/schema.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { KeyStorage } from '../../../shared/models/key-storage.ts'
import { Behaviour } from '../../../shared/settings/settings.ts'
import { OwnTimeouts } from '../../../shared/models/timeouts.ts'
import type { ReplaceFile } from '../data-folder/atomic-file.ts'
import { checkBaseUrl, checkTelemetryEndpoint } from './base-url.ts'
import { PersonFile } from '../data-folder/person-file.ts'
import { faultNotices, shownName, wrongValueOf } from '../data-folder/person-file-words.ts'

const FILE = 'settings.json'

/** The usable part of settings.json. Keys that this version does not know are kept. */
const SavedSettings = z.looseObject({
  model: z.string().min(1).nullable().default(null),
  baseUrl: z
    .string()
    .refine((text) => checkBaseUrl(text).ok)
    .nullable()
    .default(null),
  timeouts: z.looseObject(OwnTimeouts.unwrap().shape).default({}),
  automaticTitles: z.boolean().nullable().default(null),
  favouriteModels: z.array(z.string()).default([]),
  hiddenModels: z.array(z.string()).default([]),
  telemetryEndpoint: z
    .string()
    .refine((text) => checkTelemetryEndpoint(text).ok)
    .nullable()
    .default(null),
  /** How the user wants keys to be stored; null until they choose. */
  keyRest: KeyStorage.nullable().default(null),
  /** The values that the user has set; all others are this version's defaults. */
  behaviour: z.looseObject(Behaviour.unwrap().partial().shape).default({}),
})
export type SavedSettings = Readonly<z.infer<typeof SavedSettings>>

type Path = readonly PropertyKey[]

/** A value of the file that this version cannot use. */
interface Wrong {
  readonly path: Path
  readonly value: unknown
}

interface Judged {
  readonly json: Json
  readonly settings: SavedSettings
  readonly wrong: readonly Wrong[]
}

const Json = z.record(z.string(), z.unknown())
type Json = z.infer<typeof Json>

/** Removes the wrong values one by one; the default applies in place of each. */
function judge(json: Json): Judged {
  const left = structuredClone(json)
  const wrong: Wrong[] = []
  for (;;) {
    const { data, error } = SavedSettings.safeParse(left)
    if (data !== undefined) return { json, settings: data, wrong: wrong.toReversed() }
    // The last one first: removing it from a list moves no other.
    const { path } = error.issues.at(-1) ?? { path: [] }
    const taken = take(left, path)
    if (taken === undefined) throw error
    wrong.push({ path, value: taken })
  }
}

/** Undefined if there is nothing at the path. */
function take(from: Json, path: Path): unknown {
  const parent = parentOf(from, path)
  const name = path.at(-1)
  if (parent === null || name === undefined) return undefined
  if (Array.isArray(parent)) return parent.splice(Number(name), 1)[0]
  const value = Reflect.get(parent, name)
  Reflect.deleteProperty(parent, name)
  return value
}

/** Null if there is none. */
function parentOf(json: Json, path: Path): object | null {
  const parent = valueAt(json, path.slice(0, -1))
  return isObject(parent) ? parent : null
}

/** Undefined if there is none. */
function valueAt(json: object, path: Path): unknown {
  let at: unknown = json
  for (const name of path) at = isObject(at) ? Reflect.get(at, name) : undefined
  return at
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The settings as they are written: a wrong value stays in the file unless the change replaces it. */
function withWrongValues(settings: SavedSettings, wrong: readonly Wrong[], change: object): Json {
  const json = structuredClone<Json>(settings)
  for (const { path, value } of wrong) {
    const parent = parentOf(json, path)
    const name = path.at(-1)
    if (parent === null || name === undefined || valueAt(change, path) !== undefined) continue
    if (Array.isArray(parent)) parent.push(value)
    else Reflect.set(parent, name, value)
  }
  return json
}

const parse = (json: unknown): Json => judge(Json.parse(json)).json

/** settings.json. A person may edit it: one wrong value costs that setting only. */
export class SettingsFile {
  readonly #file: PersonFile<Json>
  #judged = judge({})

  /** `now`: ms since 1970. */
  constructor(folder: string, now: () => number, replace: ReplaceFile) {
    const path = join(folder, FILE)
    this.#file = new PersonFile({ path, parse, absent: {}, now, replace })
  }

  /** The defaults while the file cannot be used. */
  get content(): SavedSettings {
    return this.#judge(this.#file.content).settings
  }

  /** Fails if the file cannot be read now. The error is part of a sentence. */
  read(): Result<SavedSettings, string> {
    return this.#settingsOf(this.#file.read())
  }

  /** Like `read`, with edits made outside Phoenix. Call this before working out a change. */
  latest(): Result<SavedSettings, string> {
    return this.#settingsOf(this.#file.latest())
  }

  /** `change`: the values that a person has just set. The error ends a sentence. */
  write(settings: SavedSettings, change: object): Result<null, string> {
    const { wrong } = this.#judge(this.#file.content)
    return this.#file.write(withWrongValues(settings, wrong, change), 2)
  }

  /** The names of the settings whose values could not be used, as `behaviour.effort`. */
  get wrongValues(): readonly string[] {
    return this.#judge(this.#file.content).wrong.map(({ path }) => shownName(path.join('.')))
  }

  /** Sentences for people about what could not be used. */
  get notices(): readonly string[] {
    return [
      ...faultNotices(this.#file.fault, 'The settings', 'the defaults apply'),
      ...this.wrongValues.map((name) => wrongValueOf(name, FILE)),
    ]
  }

  #settingsOf(read: Result<Json, string>): Result<SavedSettings, string> {
    return read.ok ? ok(this.#judge(read.value).settings) : read
  }

  #judge(json: Json): Judged {
    if (this.#judged.json !== json) this.#judged = judge(json)
    return this.#judged
  }
}
