import type { ContextChoice, StateViewOf } from '../../../shared/conversation/state-view.ts'

/** The contents that the choices apply to. */
interface Has {
  /** True if there is anything to summarise. */
  readonly canCompact: boolean
  /** True if there are images or documents to drop. */
  readonly holdsImages: boolean
}

/** The choices that can help here. */
export function choicesOf(
  { choices }: StateViewOf<'contextExhausted'>,
  { canCompact, holdsImages }: Has,
): readonly ContextChoice[] {
  return choices.filter(
    (choice) =>
      (choice !== 'compact' || canCompact) && (choice !== 'dropAttachments' || holdsImages),
  )
}

export function adviceOf({ canCompact, holdsImages }: Has): string {
  const drop = holdsImages ? [DROP] : []
  if (!canCompact) {
    return `There is nothing to summarise: ${either([LARGER, ...drop, FORK, EDIT, 'try again with a shorter system prompt'])}.`
  }
  return `${either(['Summarise it', LARGER, ...drop, FORK, EDIT])}.`
}

const LARGER = 'switch to a model with a larger context'
const DROP = 'drop its images and PDFs (they stay here)'
const FORK = 'continue in a new conversation that starts from the end of this one'
const EDIT = 'edit your message and send it again'

function either(ways: readonly string[]): string {
  return `${ways.slice(0, -1).join(', ')}, or ${ways.at(-1) ?? ''}`
}
