import { join } from 'node:path'
import { z } from 'zod'
import { assertNever } from '../../../shared/assert-never.ts'
import { KeyStorage } from '../../../shared/models/key-storage.ts'
import { Behaviour } from '../../../shared/settings/settings.ts'
import { OwnTimeouts } from '../../../shared/models/timeouts.ts'
import type { ReplaceFile } from '../data-folder/atomic-file.ts'
import { checkBaseUrl, checkTelemetryEndpoint } from './base-url.ts'
import { PersonFile } from '../data-folder/person-file.ts'

/** The content of settings.json. Keys that this version does not know are kept. */
const SavedSettings = z.looseObject({
  model: z.string().min(1).nullable(),
  baseUrl: z
    .string()
    .refine((text) => checkBaseUrl(text).ok)
    .nullable(),
  timeouts: OwnTimeouts.default({}),
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

const DEFAULTS: SavedSettings = {
  model: null,
  baseUrl: null,
  timeouts: {},
  automaticTitles: null,
  favouriteModels: [],
  hiddenModels: [],
  telemetryEndpoint: null,
  keyRest: null,
  behaviour: {},
}

/** The defaults apply while the file cannot be used. `now`: ms since 1970. */
export function openSettingsFile(
  folder: string,
  now: () => number,
  replace: ReplaceFile,
): PersonFile<SavedSettings> {
  const path = join(folder, 'settings.json')
  const parse = (json: unknown): SavedSettings => SavedSettings.parse(json)
  return new PersonFile({ path, parse, absent: DEFAULTS, now, replace })
}

/** A sentence for people if the file could not be used. */
export function settingsNotice(file: PersonFile<SavedSettings>): string | null {
  const { fault } = file
  switch (fault?.type) {
    case undefined:
      return null
    case 'setAside':
      return `The settings could not be read, so the defaults apply. The old file is kept as ${fault.movedTo}.`
    case 'unread':
      return `The settings can’t be read right now, so the defaults apply: ${fault.why}. The file is left as it is, and no change is saved until it can be read.`
    default:
      return assertNever(fault)
  }
}
