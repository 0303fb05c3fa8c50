import { type AppError, appError } from '../../../shared/app-error.ts'
import type { CommandInput, CommandOutput } from '../../../shared/protocol/commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { HandlerPorts, HandlersOf } from './handler-ports.ts'

type OfDesktop = HandlersOf<
  | 'desktop.notify'
  | 'desktop.withdraw'
  | 'desktop.badge'
  | 'desktop.menuKeys'
  | 'desktop.newWindow'
  | 'browser.newAddress'
>

/** Commands for the desktop outside the window. */
export function desktopHandlers({
  desktop,
  newAddress,
}: Pick<HandlerPorts, 'desktop' | 'newAddress'>): OfDesktop {
  return {
    'desktop.notify': (notice) => {
      if (desktop === null) return failed(NO_DESKTOP)
      desktop.notify(notice)
      return ok({})
    },
    'desktop.withdraw': ({ conversationId }) => {
      if (desktop === null) return failed(NO_DESKTOP)
      desktop.withdraw(conversationId)
      return ok({})
    },
    'desktop.badge': ({ count }) => {
      if (desktop === null) return failed(NO_DESKTOP)
      desktop.setBadge(count)
      return ok({})
    },
    'desktop.menuKeys': ({ keys }) => {
      if (desktop === null) return failed(NO_DESKTOP)
      desktop.printKeys(keys)
      return ok({})
    },
    'desktop.newWindow': () => {
      if (desktop === null) return failed(NO_DESKTOP)
      desktop.openWindow()
      return ok({})
    },
    'browser.newAddress': newAddressIn({ newAddress }),
  }
}

/** Answers also while there is no database: whoever closed the only window gets another. */
export function newAddressIn({
  newAddress,
}: Pick<HandlerPorts, 'newAddress'>): (
  input: CommandInput<'browser.newAddress'>,
) => Result<CommandOutput<'browser.newAddress'>, AppError> {
  return ({ folder }) => {
    const address = newAddress?.(folder === null ? null : { type: 'folder', folder }) ?? null
    return address === null ? failed(NO_PAGE) : ok({ address })
  }
}

const NO_DESKTOP = appError(
  'invalidInput',
  'In a browser the page shows its own notifications and windows.',
)

const NO_PAGE = appError('invalidInput', 'This Phoenix has no page at an address.')
