import { z } from 'zod'
import { EndpointDraft, EndpointId, EndpointKind, EndpointModel } from '../models/endpoint.ts'
import { TestId } from '../ids.ts'
import { KeyRest } from '../models/key-rest.ts'
import { SettingsChange, SettingsView } from '../settings/settings.ts'

const tested = z.object({ works: z.boolean(), message: z.string() }).readonly()

/** Those of the command table that change what is set for all conversations, or try it. */
export const settingsCommands = {
  'settings.save': { needs: 'owner', input: SettingsChange, output: SettingsView },
  /** Asks the endpoint once with these values, unsaved. `message` is for people either way. */
  'settings.test': {
    needs: 'owner',
    input: z.object({ testId: TestId, change: SettingsChange }).readonly(),
    output: tested,
  },
  /** Takes all keys there that are known, and those that are entered from now on: as near to it as this host can. */
  'keys.keep': {
    needs: 'owner',
    input: z.object({ rest: KeyRest }).readonly(),
    output: SettingsView,
  },
  /** Adds an endpoint, or takes the place of the one of its id. */
  'endpoint.save': { needs: 'owner', input: EndpointDraft, output: SettingsView },
  /** With its key. Conversations that name it say so when they ask it next. */
  'endpoint.remove': {
    needs: 'owner',
    input: z.object({ id: EndpointId }).readonly(),
    output: SettingsView,
  },
  /** As which kind the server of this model wants to be asked, where it has said so by a refusal since Phoenix runs. */
  'endpoint.wanted': {
    needs: 'read',
    input: z.object({ model: z.string() }).readonly(),
    output: z.object({ kind: EndpointKind.nullable() }).readonly(),
  },
  /** Asks one of its models once, unsaved. `message` is for people either way. */
  'endpoint.test': {
    needs: 'owner',
    input: z
      .object({
        testId: TestId,
        draft: EndpointDraft,
        model: z.string().trim().min(1).max(200),
      })
      .readonly(),
    output: tested,
  },
  /** Either test, which answers at once that it was stopped. One that is over already stays as it is. */
  'test.stop': {
    needs: 'owner',
    input: z.object({ testId: TestId }).readonly(),
    output: z.object({}).readonly(),
  },
  /** Asks it, unsaved, which models it has. `problem`: a sentence for people where it did not say. */
  'endpoint.models': {
    needs: 'owner',
    input: z.object({ draft: EndpointDraft }).readonly(),
    output: z
      .object({ models: z.array(EndpointModel).readonly(), problem: z.string().nullable() })
      .readonly(),
  },
} as const
