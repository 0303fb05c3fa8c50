import { join } from 'node:path'
import { z } from 'zod'
import { KeyStorage } from '../../../shared/models/key-storage.ts'
import type { Result } from '../../../shared/result.ts'
import { Behaviour } from '../../../shared/settings/settings.ts'
import { OwnTimeouts } from '../../../shared/models/timeouts.ts'
import type { ReplaceFile } from '../data-folder/atomic-file.ts'
import { checkBaseUrl, checkTelemetryEndpoint } from './base-url.ts'
import { faultCode } from '../system/file-fault.ts'
import { moveAside } from '../data-folder/move-aside.ts'
import { readRegular } from '../data-folder/regular-file.ts'

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

export interface ReadSettings {
  readonly saved: SavedSettings
  /** A sentence for people if the file could not be used. */
  readonly notice: string | null
}

/** Never throws: an unusable file is moved aside and the defaults apply. `at`: ms since 1970, for its name. */
export function readSettings(folder: string, at: number): ReadSettings {
  const path = join(folder, 'settings.json')
  try {
    return { saved: SavedSettings.parse(JSON.parse(readRegular(path).toString())), notice: null }
  } catch (error) {
    return faultCode(error) === 'ENOENT'
      ? { saved: DEFAULTS, notice: null }
      : { saved: DEFAULTS, notice: movedAside(path, at) }
  }
}

function movedAside(path: string, at: number): string {
  const movedTo = moveAside(path, at)
  return movedTo.ok
    ? `The settings could not be read, so the defaults apply. The old file is kept as ${movedTo.value}.`
    : `The settings in ${path} could not be read, so the defaults apply: ${movedTo.error}.`
}

/** The error ends a sentence ("the disk is full"). */
export function writeSettings(
  folder: string,
  saved: SavedSettings,
  replace: ReplaceFile,
): Result<null, string> {
  return replace(join(folder, 'settings.json'), `${JSON.stringify(saved, null, 2)}\n`, 0o600)
}
