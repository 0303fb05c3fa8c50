import type { HookRun } from '../../../shared/conversation/hook-run.ts'
import type { HookPort, HookResults } from '../ports/servers/hook-port.ts'

type HeldRequest =
  | { readonly on: 'message'; readonly with: Parameters<HookPort['onMessage']>[0] }
  | { readonly on: 'turn'; readonly with: Parameters<HookPort['onTurnEnd']>[0] }

/** Hooks that answer when the test says so. The test handles aborts: a port may be slow to obey. */
export class HeldHooks implements HookPort {
  readonly requests: HeldRequest[] = []
  readonly #waiting: PromiseWithResolvers<HookResults>[] = []

  onMessage(request: Parameters<HookPort['onMessage']>[0]): Promise<HookResults> {
    return this.#hold({ on: 'message', with: request })
  }

  onTurnEnd(request: Parameters<HookPort['onTurnEnd']>[0]): Promise<HookResults> {
    return this.#hold({ on: 'turn', with: request })
  }

  /** Answers the oldest pending question. `runs`: none means that there are no hooks. */
  answer(results: Partial<HookResults> = {}): void {
    const event = this.requests[this.requests.length - this.#waiting.length]?.on
    const run: HookRun = {
      event: event === 'turn' ? 'Stop' : 'UserPromptSubmit',
      command: 'check',
      durationMs: 5,
      outcome: results.blockReason == null ? 'ok' : 'blocked',
      output: '',
    }
    this.#waiting.shift()?.resolve({ runs: [run], blockReason: null, texts: [], ...results })
  }

  /** Rejects the oldest pending question, like a port with a bug. */
  fail(error: Error): void {
    this.#waiting.shift()?.reject(error)
  }

  #hold(request: HeldRequest): Promise<HookResults> {
    this.requests.push(request)
    request.with.onBegin('check')
    const pending = Promise.withResolvers<HookResults>()
    this.#waiting.push(pending)
    return pending.promise
  }
}
