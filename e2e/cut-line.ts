/** Runs in the page before its own code: remembers each socket so that cutLine() cuts it. */
export function rememberSockets(): void {
  const sockets: WebSocket[] = []
  const Original = window.WebSocket
  class Remembered extends Original {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      sockets.push(this)
    }
  }
  Object.assign(window, { WebSocket: Remembered, cutLine: () => sockets.at(-1)?.close() })
}
