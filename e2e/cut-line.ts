/**
 * Runs in the page before its own code: remembers each socket, so cutLine() can cut it and hasLine() say whether it is open. The
 * page hears of the cut at once, as of a line that breaks: offline, the browser may wait long for the host's answer to a close.
 */
export function rememberSockets(): void {
  const sockets: WebSocket[] = []
  const Original = window.WebSocket
  class Remembered extends Original {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      sockets.push(this)
    }
  }
  function cutLine(): void {
    const socket = sockets.at(-1)
    socket?.close()
    socket?.dispatchEvent(new CloseEvent('close'))
  }
  const hasLine = (): boolean => sockets.at(-1)?.readyState === Original.OPEN
  Object.assign(window, { WebSocket: Remembered, cutLine, hasLine })
}
