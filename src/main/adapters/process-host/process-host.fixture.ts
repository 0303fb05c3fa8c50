import { forkedChannel } from './forked-channel.ts'

/** Straight from source. */
export const testChannel = forkedChannel(
  new URL('./process-host-entry.fixture.mjs', import.meta.url),
)
