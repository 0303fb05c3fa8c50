import { commands } from '../../src/shared/protocol/commands.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Choices } from '../choices.ts'
import type { SimulatedClient } from './simulated-client.ts'
import type { World } from '../world.ts'

/** Takes back one of the last messages, or the newest active one, with everything said since. */
export function rewind(
  world: World,
  client: SimulatedClient,
  conversationId: ConversationId,
  choices: Choices,
): void {
  const said = world.oracles.replay
    .history(conversationId)
    .flatMap(({ id, content }) =>
      content.type === 'user' && content.author === 'person' ? [{ id, text: content.text }] : [],
    )
  const chosen = said.at(-1 - choices.int(4)) ?? null
  client.request(
    'conversation.rewind',
    { conversationId, messageId: chosen?.id ?? null },
    (result) => {
      world.note(`rewind ${result.ok ? 'done' : result.error.code}`)
      if (!result.ok && result.error.code === 'notFound')
        world.sometimes('a rewound message was not rewound again')
      if (!result.ok) return
      const { text } = commands['conversation.rewind'].output.parse(result.value)
      if (chosen !== null && text !== chosen.text)
        world.fail('a rewound message can be sent again', chosen.id)
    },
  )
}
