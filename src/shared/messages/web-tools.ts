/** The tool whose rules name a host. */
export const WEB_FETCH = 'web_fetch'

/** The names shown for steps of provider tools while they run; no agent tool has such a name. */
export const PROVIDER_SEARCH = 'web search'
export const PROVIDER_PAGE = 'web page'
