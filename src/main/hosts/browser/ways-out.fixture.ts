const STARTS = ['/', '/assets/', '/./', '//']
const STEPS = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '..\\', '%252e%252e%252f', '..;/']
const ENDS = ['etc/passwd', 'secret.html']
const ODD = [
  '/index.html',
  '/assets/index-1a2b.js%00.html',
  '/assets/INDEX-1A2B.js',
  '/assets/index-1a2b.js::$DATA',
  '/assets//index-1a2b.js',
  '/assets/index-1a2b.js/',
  '/assets/index-1a2b.js?x',
  '/%61ssets/index-1a2b.js',
  '/proc/self/root/etc/passwd',
  '/proc/self/environ',
  '//127.0.0.1/share/secret.html',
  '/secret.html',
  '/linked.html',
  '/C:/Windows/win.ini',
  '/constructor',
  '/__proto__',
]

/** Row 29, for the servers of the page: over 80 paths that lead out of it, or around a check. */
export const ESCAPES: readonly string[] = [
  ...STARTS.flatMap((start) =>
    STEPS.flatMap((step) => ENDS.map((end) => start + step.repeat(5) + end)),
  ),
  ...ODD,
]
