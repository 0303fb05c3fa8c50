import { requestModel as requestModelWell } from '../../src/main/runtime/conversation/ask-model.ts'

/** PLANTED BUG: output of an aborted request is still shown. */
export function requestModel(
  ...[effect, signal, ports, host]: Parameters<typeof requestModelWell>
): Promise<void> {
  const { requestId } = effect
  const show = (part: 'text' | 'thinking', text: string): void => {
    const event: unknown = { type: 'conversation.streamed', requestId, part, from: 0, text }
    host.feed.publish(event as Parameters<typeof host.feed.publish>[0])
  }
  const model: typeof ports.model = {
    ask: (call) =>
      ports.model.ask({
        ...call,
        onDelta: (part, text) => {
          call.onDelta(part, text)
          if (call.signal.aborted) show(part, text)
        },
      }),
  }
  return requestModelWell(effect, signal, { ...ports, model }, host)
}
