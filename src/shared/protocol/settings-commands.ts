import * as z from '../schema.ts'
import { EndpointDraft, EndpointId, EndpointKind, EndpointModel } from '../models/endpoint.ts'
import { TestId } from '../ids.ts'
import { KeyStorage } from '../models/key-storage.ts'
import { SettingsChange, SettingsView } from '../settings/settings.ts'

const tested = z.object({ works: z.boolean(), message: z.string() }).readonly()

/** Commands that change or test the settings for all conversations. */
export const settingsCommands = {
  'settings.save': { needs: 'owner', input: SettingsChange, output: SettingsView },
  /** Sends one request to the endpoint with these values, unsaved. `message`: the outcome, for people. */
  'settings.test': {
    needs: 'owner',
    input: z.object({ testId: TestId, change: SettingsChange }).readonly(),
    output: tested,
  },
  /** Moves existing keys, and those entered later, to this kind of storage, or to the closest that this host supports. */
  'keys.keep': {
    needs: 'owner',
    input: z.object({ rest: KeyStorage }).readonly(),
    output: SettingsView,
  },
  /** Adds an endpoint, or replaces the one with that id. */
  'endpoint.save': { needs: 'owner', input: EndpointDraft, output: SettingsView },
  /** Removes an endpoint and its key. A conversation that uses it reports that at its next request. */
  'endpoint.remove': {
    needs: 'owner',
    input: z.object({ id: EndpointId }).readonly(),
    output: SettingsView,
  },
  /** Returns the API kind that the model's server asked for in a refusal since Phoenix started. */
  'endpoint.wanted': {
    needs: 'read',
    input: z.object({ model: z.string() }).readonly(),
    output: z.object({ kind: EndpointKind.nullable() }).readonly(),
  },
  /** Sends one request to a model of the endpoint, unsaved. `message`: the outcome, for people. */
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
  /** Stops either test, which then answers at once that it was stopped. No effect if it has finished. */
  'test.stop': {
    needs: 'owner',
    input: z.object({ testId: TestId }).readonly(),
    output: z.object({}).readonly(),
  },
  /** Asks the unsaved endpoint for its models. `problem`: why it has not listed them, for people. */
  'endpoint.models': {
    needs: 'owner',
    input: z.object({ draft: EndpointDraft }).readonly(),
    output: z
      .object({ models: z.array(EndpointModel).readonly(), problem: z.string().nullable() })
      .readonly(),
  },
} as const
