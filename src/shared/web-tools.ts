/** The tool whose rules name a host. */
export const WEB_FETCH = 'web_fetch'
