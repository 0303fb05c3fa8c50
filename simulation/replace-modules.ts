import { registerHooks } from 'node:module'
import type { Mutant } from './mutants/mutants.ts'

const SRC = new URL('../src/', import.meta.url).href

/** Modules of the simulator that always replace modules of src: the observer, and narrowed limits. */
const ALWAYS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'main/core/transition.ts': 'observed-transition.ts',
    'main/core/round/retry-policy.ts': 'narrow/retry-policy.ts',
    'main/runtime/conversation/mailbox.ts': 'narrow/mailbox.ts',
    'main/runtime/conversation/feed/output-ring.ts': 'narrow/output-ring.ts',
  }).map(([replaced, by]) => [new URL(replaced, SRC).href, new URL(by, import.meta.url).href]),
)

/** Oracles and planted bugs import the original src; so does replay, which judges. */
const JUDGES = ['oracles/', 'mutants/', '../src/main/core/log/replay.ts'].map(
  (place) => new URL(place, import.meta.url).href,
)

/**
 * Replaces a few modules of src, which does not know about it, with those of the simulator, and one with the planted
 * bug if requested. Must be called before anything of src is imported.
 */
export function replaceModules(mutant: Mutant | null): void {
  const replaced = mutant === null ? '' : new URL(mutant.replaces, SRC).href
  const replacement = mutant === null ? '' : new URL(mutant.module, import.meta.url).href
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const parent = context.parentURL ?? ''
      if (JUDGES.some((place) => parent.startsWith(place))) return resolved
      const permanent = ALWAYS.get(resolved.url)
      // A replacement builds on the original, which may be the planted bug if both replace the same module.
      if (permanent !== undefined && permanent !== parent) return { ...resolved, url: permanent }
      return resolved.url === replaced ? { ...resolved, url: replacement } : resolved
    },
  })
}
