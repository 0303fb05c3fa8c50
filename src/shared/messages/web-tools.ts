/** The tool whose rules name a host. */
export const WEB_FETCH = 'web_fetch'

/** The name of provider tools' steps while they run: no tool of an agent has such a name. */
export const PROVIDER_SEARCH = 'web search'
export const PROVIDER_PAGE = 'web page'
