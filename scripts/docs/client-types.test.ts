import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type * as declared from '../../resources/client/phoenix.d.ts'
import type { Commands } from '../../src/shared/protocol/commands.ts'
import type { ClientEvent } from '../../src/shared/protocol/events.ts'
import { clientTypes } from './client-types.ts'

test('the types of the client match the commands and events', async () => {
  const file = join(import.meta.dirname, '../../resources/client/phoenix.d.ts')
  expect(readFileSync(file, 'utf8'), 'it is stale: node scripts/docs/protocol.ts').toBe(
    await clientTypes(),
  )
})

/** A type parsed from JSON: nothing in it is read-only or undefined. */
type Own<T> = T extends string
  ? T extends { readonly [z.$brand]: unknown }
    ? string
    : T
  : T extends readonly [infer One, infer Other]
    ? [Own<One>, Own<Other>]
    : T extends (infer Item)[] | readonly (infer Item)[]
      ? Own<Item>[]
      : T extends object
        ? { -readonly [Key in keyof T]: Own<Exclude<T[Key], undefined>> }
        : T
type Fits<One, Other> = [One] extends [Other] ? true : false
type Name = keyof Commands
type WrongInput = {
  [N in Name]: Fits<declared.Commands[N]['input'], z.input<Commands[N]['input']>> extends true
    ? never
    : N
}[Name]
type WrongOutput = {
  [N in Name]: Fits<
    Own<z.output<Commands[N]['output']>>,
    declared.Commands[N]['output']
  > extends true
    ? never
    : N
}[Name]

test('the types of the client accept what the table accepts, and promise what it returns', () => {
  // The compiler is the test: its error names a command that does not fit.
  const isSendable: [WrongInput] extends [never] ? true : WrongInput = true
  const isPromised: [WrongOutput] extends [never] ? true : WrongOutput = true
  const isTold: Fits<Own<ClientEvent>, declared.ClientEvent> = true
  expect([isSendable, isPromised, isTold]).toEqual([true, true, true])
})
