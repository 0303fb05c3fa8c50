import type { HookRun } from '../../../shared/conversation/hook-run.ts'
import type { HookPort, HooksSaid } from '../ports/servers/hook-port.ts'

type Asked =
  | { readonly on: 'message'; readonly with: Parameters<HookPort['onMessage']>[0] }
  | { readonly on: 'turn'; readonly with: Parameters<HookPort['onTurnEnd']>[0] }

/** Hooks that answer when the test says so. The test handles aborts: a port may be slow to obey. */
export class HeldHooks implements HookPort {
  readonly asked: Asked[] = []
  private readonly waiting: PromiseWithResolvers<HooksSaid>[] = []

  onMessage(given: Parameters<HookPort['onMessage']>[0]): Promise<HooksSaid> {
    return this.hold({ on: 'message', with: given })
  }

  onTurnEnd(given: Parameters<HookPort['onTurnEnd']>[0]): Promise<HooksSaid> {
    return this.hold({ on: 'turn', with: given })
  }

  /** Answers the oldest pending question. `runs`: none means that there are no hooks. */
  answer(said: Partial<HooksSaid> = {}): void {
    const event = this.asked[this.asked.length - this.waiting.length]?.on
    const run: HookRun = {
      event: event === 'turn' ? 'Stop' : 'UserPromptSubmit',
      command: 'check',
      durationMs: 5,
      outcome: said.blocks == null ? 'ok' : 'blocked',
      output: '',
    }
    this.waiting.shift()?.resolve({ runs: [run], blocks: null, tells: [], ...said })
  }

  /** Rejects the oldest pending question, like a port with a bug. */
  fail(error: Error): void {
    this.waiting.shift()?.reject(error)
  }

  private hold(asked: Asked): Promise<HooksSaid> {
    this.asked.push(asked)
    asked.with.onBegin('check')
    const said = Promise.withResolvers<HooksSaid>()
    this.waiting.push(said)
    return said.promise
  }
}
