import { registerHooks } from 'node:module'
import type { Mutant } from './mutants/mutants.ts'

const SRC = new URL('../src/', import.meta.url).href
const OBSERVER = new URL('observed-transition.ts', import.meta.url).href
const TRANSITION = new URL('main/core/transition.ts', SRC).href

/** What judges and what is planted sees src as it is. */
const JUDGES = ['oracles/', 'mutants/'].map((folder) => new URL(folder, import.meta.url).href)

/**
 * Puts the simulator's modules in the place of a few of src, which knows nothing of it: the observer in the place of
 * `transition` always, and the planted bug where one is asked for. Called before anything of src is imported.
 */
export function putStandIns(mutant: Mutant | null): void {
  const replaced = mutant === null ? '' : new URL(mutant.standsInFor, SRC).href
  const replacement = mutant === null ? '' : new URL(mutant.module, import.meta.url).href
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const parent = context.parentURL ?? ''
      if (JUDGES.some((folder) => parent.startsWith(folder))) return resolved
      if (resolved.url === TRANSITION && parent !== OBSERVER) return { ...resolved, url: OBSERVER }
      return resolved.url === replaced ? { ...resolved, url: replacement } : resolved
    },
  })
}
