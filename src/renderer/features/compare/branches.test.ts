import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { agentMessage, personMessage, rewoundMessage } from '../../../client/fakes/samples.ts'
import { type Branches, compareFork, compareVersions } from './branches.ts'

const FORK = 'f' as ConversationId

function answer(seq: number): Message {
  return agentMessage(seq, [{ type: 'text', text: `Answer ${seq}` }])
}

function seqs({ common, left, right }: Branches): unknown {
  return [common?.seq ?? null, left.map(({ seq }) => seq), right.map(({ seq }) => seq)]
}

function idAt(seq: number): MessageId {
  return personMessage(seq).id
}

/** 1 and 2 are unchanged; 3 was edited to 6, and that to 9, each with an answer. */
const EDITED = [
  personMessage(1),
  answer(2),
  personMessage(3),
  answer(4),
  rewoundMessage(5, 3),
  personMessage(6),
  answer(7),
  rewoundMessage(8, 6),
  personMessage(9),
  answer(10),
]

test('versions are separated from what precedes them, each with what followed it', () => {
  expect(seqs(compareVersions(EDITED, idAt(3), idAt(9)))).toEqual([2, [3, 4], [9, 10]])
  expect(seqs(compareVersions(EDITED, idAt(6), idAt(3)))).toEqual([2, [6, 7], [3, 4]])
})

test('versions of the first message have nothing in common, and a version is equal to itself', () => {
  const first = [personMessage(1), answer(2), rewoundMessage(3, 1), personMessage(4)]
  expect(seqs(compareVersions(first, idAt(1), idAt(4)))).toEqual([null, [1, 2], [4]])
  expect(seqs(compareVersions(EDITED, idAt(9), idAt(9)))).toEqual([10, [], []])
})

/** A fork's copy: with its own seq, and the original one in its id. */
function copyOf(message: Message, seq: number): Message {
  return { ...message, seq, id: `${FORK}.m${message.seq}` as MessageId }
}

test('a fork differs from its origin after what it copied, whatever its own numbering', () => {
  const origin = [...EDITED, personMessage(11)]
  const copies = [1, 2, 9, 10].map((seq, index) => copyOf(EDITED[seq - 1] ?? answer(0), index + 1))
  const fork = [...copies, personMessage(5)]
  expect(seqs(compareFork(origin, fork, FORK))).toEqual([10, [11], [5]])
  const rewound = [...origin, rewoundMessage(12, 9), personMessage(13)]
  expect(seqs(compareFork(rewound, fork, FORK))).toEqual([2, [13], [3, 4, 5]])
})

test('a fork that begins with a summary has nothing in common with its origin', () => {
  expect(seqs(compareFork([personMessage(1)], [personMessage(1)], FORK))).toEqual([null, [1], [1]])
})
