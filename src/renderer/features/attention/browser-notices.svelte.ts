let asked = $state(0)

/** Whether the browser lets this page notify: `default` until it has been asked. A desktop app needs no permission. */
export function noticePermission(): NotificationPermission {
  return asked >= 0 && 'Notification' in window ? Notification.permission : 'denied'
}

/** Shows the browser's question. Call this for a click: browsers ignore it otherwise. */
export async function askForNotices(): Promise<void> {
  await Notification.requestPermission()
  asked += 1
}
