import * as z from '../../../../shared/schema.ts'
import {
  MAX_LINK,
  type QuestionAnswer,
  type UserQuestion,
} from '../../../../shared/messages/user-question.ts'
import { loadSdk } from '../sdk.ts'
import { shown } from './form.ts'

const MAX_MESSAGE = 1_500
/** A call that wants more pages opened is not worth the user's time. */
const MOST_PAGES = 3

const Page = z.object({ url: z.string(), message: z.string() })
export type Page = z.infer<typeof Page>

/** The address as it is shown and opened; null if nobody should open it. */
export function pageAddress(address: string): URL | null {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > MAX_LINK) return null
  // People take a user name in front of the host for the host.
  return url.username === '' && url.password === '' ? url : null
}

/** Asks the user to open a page. They see its host and its full address, and open it themselves. */
export async function askToOpen(
  { message, url }: { readonly message: string; readonly url: URL },
  ask: (question: UserQuestion) => Promise<QuestionAnswer | null>,
): Promise<{ readonly action: 'accept' | 'decline' | 'cancel' }> {
  const shownMessage = shown(message, MAX_MESSAGE)
  const answer = await ask({
    question: [shownMessage, `It wants you to open a page at ${url.host}:\n${url.href}`]
      .filter(Boolean)
      .join('\n\n'),
    options: [{ label: 'I have opened it' }, { label: 'Decline' }],
    multi_select: false,
    words: 'none',
    link: url.href,
  })
  if (answer === null) return { action: 'cancel' }
  const isOpened = answer.type === 'answered' && answer.options[0] === 0
  return { action: isOpened ? 'accept' : 'decline' }
}

/**
 * Makes a call; if the server requires pages to be opened first, asks for each and calls again. `open` returns whether it
 * was opened.
 */
export async function openingPagesFirst<Answer>(
  call: () => Promise<Answer>,
  open: (page: Page) => Promise<boolean>,
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const pages = await pagesWanted(error)
    if (pages.length === 0 || pages.length > MOST_PAGES) throw error
    for (const page of pages) if (!(await open(page))) throw error
    return call()
  }
}

async function pagesWanted(error: unknown): Promise<readonly Page[]> {
  const { UrlElicitationRequiredError } = await loadSdk()
  if (!(error instanceof UrlElicitationRequiredError)) return []
  const read = z.array(Page).safeParse(error.elicitations)
  return read.success ? read.data : []
}
