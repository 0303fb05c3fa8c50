import * as z from '../../../shared/schema.ts'
import type { Rule } from '../../../shared/conversation/turn.ts'
import { keptForAll } from '../../state/kept-texts.ts'

const KEY = 'phoenix.allowed-once'
/** A rule is suggested from this count on. */
const OFTEN = 3
/** The most entries kept: the most recent ones. */
const MOST = 200
/** A longer call is not suggested: nobody repeats it to the letter, and the browser keeps only some megabytes. */
const LONGEST = 1_000

const Counts = z.array(z.tuple([z.string(), z.number().int().positive()]).readonly()).readonly()
/** How often a person has allowed something once; the most recent entry is last. */
export type Counts = z.infer<typeof Counts>

/** One more call matching this rule was allowed once in this folder. */
export function withAllowed(counts: Counts, folder: string, rule: Rule): Counts {
  const name = nameOf(folder, rule)
  if (name.length > LONGEST) return counts
  const before = counts.find(([each]) => each === name)?.[1] ?? 0
  const others = counts.filter(([each]) => each !== name)
  return [...others, [name, before + 1] as const].slice(-MOST)
}

/** 0: not often enough to suggest the rule. */
export function oftenAllowed(counts: Counts, folder: string, rule: Rule | undefined): number {
  if (rule === undefined) return 0
  const name = nameOf(folder, rule)
  const count = counts.find(([each]) => each === name)?.[1] ?? 0
  return count < OFTEN ? 0 : count
}

function nameOf(folder: string, { tool, subject }: Rule): string {
  return JSON.stringify([folder, tool, subject])
}

export function savedCounts(): Counts {
  try {
    return Counts.parse(JSON.parse(keptForAll.getItem(KEY) ?? '[]'))
  } catch {
    return []
  }
}

export function saveCounts(counts: Counts): void {
  keptForAll.setItem(KEY, JSON.stringify(counts))
}
