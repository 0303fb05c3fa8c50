import { appError } from '../../../shared/app-error.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { HandlerPorts, HandlersOf } from './handler-ports.ts'

type OfDesktop = HandlersOf<
  'desktop.notify' | 'desktop.badge' | 'desktop.menuKeys' | 'desktop.newWindow'
>

/** Commands for the desktop outside the window. */
export function desktopHandlers({ desktop }: Pick<HandlerPorts, 'desktop'>): OfDesktop {
  return {
    'desktop.notify': (notice) => {
      if (desktop === null) return failed(NO_DESKTOP)
      desktop.notify(notice)
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
  }
}

const NO_DESKTOP = appError(
  'invalidInput',
  'In a browser the page shows its own notifications and windows.',
)
