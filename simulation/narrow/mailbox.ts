import { Mailbox as Box } from '../../src/main/runtime/conversation/mailbox.ts'
import { narrowings } from '../narrowings.ts'

/** Replaces the mailbox: with `singleReports`, no report shares a transaction with another. */
export class Mailbox<Item> extends Box<Item> {
  override takeFromWork(): Item | undefined {
    return narrowings().singleReports ? undefined : super.takeFromWork()
  }
}
