import { z } from 'zod'
import { EndpointDraft, EndpointId, EndpointModel } from './endpoint.ts'
import { KeyRest } from './key-rest.ts'
import { SettingsChange, SettingsView } from './settings.ts'

/** Those of the command table that change what is set for all conversations, or try it. */
export const settingsCommands = {
  'settings.save': { input: SettingsChange, output: SettingsView },
  /** Asks the endpoint once with these values, unsaved. `message` is for people either way. */
  'settings.test': {
    input: SettingsChange,
    output: z.object({ works: z.boolean(), message: z.string() }).readonly(),
  },
  /** Takes all keys there that are known, and those that are entered from now on: as near to it as this host can. */
  'keys.keep': { input: z.object({ rest: KeyRest }).readonly(), output: SettingsView },
  /** Adds an endpoint, or takes the place of the one of its id. */
  'endpoint.save': { input: EndpointDraft, output: SettingsView },
  /** With its key. Conversations that name it say so when they ask it next. */
  'endpoint.remove': { input: z.object({ id: EndpointId }).readonly(), output: SettingsView },
  /** Asks one of its models once, unsaved. `message` is for people either way. */
  'endpoint.test': {
    input: z.object({ draft: EndpointDraft, model: z.string().trim().min(1).max(200) }).readonly(),
    output: z.object({ works: z.boolean(), message: z.string() }).readonly(),
  },
  /** Asks it, unsaved, which models it has. `problem`: a sentence for people where it did not say. */
  'endpoint.models': {
    input: z.object({ draft: EndpointDraft }).readonly(),
    output: z
      .object({ models: z.array(EndpointModel).readonly(), problem: z.string().nullable() })
      .readonly(),
  },
} as const
