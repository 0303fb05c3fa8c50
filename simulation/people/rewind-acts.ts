import { commands } from '../../src/shared/protocol/commands.ts'
import type { ConversationId, MessageId } from '../../src/shared/ids.ts'
import type { Choices } from '../choices.ts'
import type { SimulatedClient } from './simulated-client.ts'
import type { World } from '../world.ts'

/** Rewinds one of the last messages, or the newest active one, with everything after it. */
export function rewind(
  world: World,
  client: SimulatedClient,
  conversationId: ConversationId,
  choices: Choices,
): void {
  const said = saidByPeople(world, conversationId)
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

/** Summarises everything before one of the last messages. */
export function compactPart(
  world: World,
  client: SimulatedClient,
  conversationId: ConversationId,
  choices: Choices,
): void {
  const chosen = saidByPeople(world, conversationId).at(-1 - choices.int(3))
  if (chosen === undefined || chosen.seq === 1) return
  const focus = chosen.seq % 2 === 0 ? { focus: 'Keep the names of files.' } : {}
  const asked = { conversationId, throughSeq: chosen.seq - 1, ...focus }
  client.request('turn.compact', asked, () => {})
}

function saidByPeople(
  world: World,
  id: ConversationId,
): readonly { readonly id: MessageId; readonly seq: number; readonly text: string }[] {
  return world.oracles.replay
    .history(id)
    .flatMap(({ content, ...place }) =>
      content.type === 'user' && content.author === 'person'
        ? [{ ...place, text: content.text }]
        : [],
    )
}
