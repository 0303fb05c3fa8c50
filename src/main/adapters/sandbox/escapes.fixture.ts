import { join } from 'node:path'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import type { Outside } from './outside.fixture.ts'
import { SECRET } from './outside.fixture.ts'

/** An escape. `isOut`: whether it worked, according to its output and the state outside. */
export interface Escape {
  readonly name: string
  script(outside: Outside): string
  isOut(outside: Outside, printed: string): boolean
  /** True if it works without the sandbox on every machine: tried there too, so the test can fail. */
  readonly isPlain: boolean
}

const marks = (outside: Outside): boolean => outside.read('mark') !== null
const shows = (_: Outside, printed: string): boolean => printed.includes(SECRET)
const reports = (_: Outside, printed: string): boolean => /\bescaped\b/.test(printed)
/** What `connectsTo` prints, unless it tried and was refused. */
const connects = (_: Outside, printed: string): boolean => !/^E[A-Z]+$/m.test(printed)
const writesTo = (path: string): string => `echo x > ${shellQuote(path)}`

/** Node, or another one where the sandbox hides it: a checkout may be in a temp folder. */
const NODE = `"$(type -P ${shellQuote(process.execPath)} || type -P node)"`

/** Connects to a socket file, or to a name that begins with NUL. */
export function connectsTo(path: string): string {
  const code = `require("net").connect(${JSON.stringify(path)}).on("connect",()=>console.log("escaped")).on("error",e=>console.log(e.code))`
  return `${NODE} -e ${shellQuote(code)}`
}

function plain(name: string, script: (outside: Outside) => string, isOut: Escape['isOut']): Escape {
  return { name, script, isOut, isPlain: true }
}

/** Requires rights or programs that are not everywhere. */
function rare(name: string, script: (outside: Outside) => string, isOut: Escape['isOut']): Escape {
  return { name, script, isOut, isPlain: false }
}

export const WRITES: readonly Escape[] = [
  plain('a file of the home', (outside) => writesTo(outside.mark), marks),
  plain('.. out of the folder', () => 'echo x > ../../mark', marks),
  plain('a link that leads home', () => 'echo x > way-home/mark', marks),
  plain('a link made on the way', ({ mark }) => `ln -s ${shellQuote(mark)} l && echo x > l`, marks),
  plain(
    'a hard link to a file outside',
    (outside) => `ln ${outside.quoted('.bashrc')} hard && echo escaped > hard; cat hard`,
    (outside) => outside.read('.bashrc') !== 'unchanged',
  ),
  plain('a file moved out', ({ mark }) => `echo x > f && mv f ${shellQuote(mark)}`, marks),
  rare('the root of process 1', ({ mark }) => writesTo(`/proc/1/root${mark}`), marks),
  plain('the root of the process itself', ({ mark }) => writesTo(`/proc/self/root${mark}`), marks),
  plain(
    'an open folder',
    ({ ground }) => `exec 8<${shellQuote(ground.home)}; echo x > /proc/self/fd/8/mark`,
    marks,
  ),
  plain(
    "Phoenix's data folder",
    ({ ground }) => writesTo(join(ground.dataFolder, 'mine')),
    (outside) => outside.read('.local/share/phoenix/mine') !== null,
  ),
  plain(
    'a data folder moved aside',
    (outside) => `mv ${outside.quoted('.local')} ${outside.quoted('other')}`,
    (outside) => outside.read('other/share/phoenix/settings.json') !== null,
  ),
  rare('the settings of the system', () => 'echo x > /etc/phoenix-test && echo escaped', reports),
  rare(
    'a crontab',
    () =>
      '(echo "* * * * * true" | crontab - || echo x > /var/spool/cron/phoenix-test) && echo escaped',
    reports,
  ),
  rare(
    'the switches of the kernel',
    () => 'cat /proc/sys/kernel/printk > /proc/sys/kernel/printk && echo escaped',
    reports,
  ),
  rare(
    'the release agent of a control group',
    () =>
      'for f in /sys/fs/cgroup/*/release_agent /sys/fs/cgroup/release_agent; do cat $f > $f && echo escaped; done',
    reports,
  ),
  rare(
    'a disk of its own making',
    () => 'mknod disk b 259 0 && mknod vda b 254 0 && head -c 1 vda && echo escaped',
    reports,
  ),
]

export const READS: readonly Escape[] = [
  plain('keys of the home', (outside) => `cat ${outside.quoted('.ssh/id_rsa')}`, shows),
  plain('keys by a link', () => 'cat way-home/.netrc', shows),
  plain('a session of a program', () => 'cat way-home/.config/gh/hosts.yml', shows),
  plain(
    "Phoenix's data folder",
    ({ ground }) => `cat ${shellQuote(join(ground.dataFolder, 'settings.json'))}`,
    shows,
  ),
  rare(
    'the data folder by process 1',
    ({ ground }) => `cat ${shellQuote(`/proc/1/root${ground.dataFolder}/settings.json`)}`,
    shows,
  ),
  plain(
    'the environment of a program outside',
    () => `cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep TAINT`,
    shows,
  ),
]

export const RIGHTS: readonly Escape[] = [
  rare(
    'a cover taken off',
    (outside) => `umount -l ${outside.quoted('.ssh')}; cat ${outside.quoted('.ssh/id_rsa')}`,
    shows,
  ),
  rare(
    'the disk made writable again',
    ({ mark }) => `mount -o remount,rw /; mount -o remount,bind,rw /; ${writesTo(mark)}`,
    marks,
  ),
  rare(
    'another root',
    ({ mark }) => {
      const write = `bash -c ${shellQuote(writesTo(mark))}`
      return `mkdir -p r && mount --bind / r; chroot r ${write}; chroot /proc/1/root ${write}`
    },
    marks,
  ),
  rare(
    'the namespaces of a process outside',
    ({ mark, pid }) => {
      const write = `bash -c ${shellQuote(writesTo(mark))}`
      return `nsenter -t ${pid} -m -p ${write}; nsenter -t 1 -m ${write}`
    },
    marks,
  ),
  rare(
    'more rights by a program of root',
    () => "grep -q 'NoNewPrivs:\\s*1' /proc/self/status || echo escaped",
    reports,
  ),
  rare(
    'rights that were kept',
    () => "grep -q 'CapEff:\\s*0000000000000000' /proc/self/status || echo escaped",
    reports,
  ),
  rare('a terminal to type into', () => '(exec 9<>/dev/tty) && echo escaped', reports),
]

export const PROCESSES: readonly Escape[] = [
  plain(
    'the end of a process outside',
    ({ pid }) => `kill -9 ${pid}; sleep 0.05`,
    (outside) => !outside.isAlive,
  ),
  plain(
    'a list of what runs outside',
    ({ seconds }) =>
      `cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -q 'sleep [9]${seconds.slice(1)}' && echo escaped`,
    reports,
  ),
  plain(
    'what is known of a process outside',
    ({ pid }) => `grep -q sleep /proc/${pid}/status && echo escaped`,
    reports,
  ),
  rare(
    'a debugger on a process outside',
    ({ pid }) => `timeout 1 strace -p ${pid} 2>&1 | grep -q attached && echo escaped`,
    reports,
  ),
  rare(
    'a service of the system',
    () =>
      'systemd-run --user true && echo escaped; systemd-run true && echo escaped; echo true | at now && echo escaped',
    reports,
  ),
]

export const SOCKETS: readonly Escape[] = [
  plain('a program that listens in the home', ({ socket }) => connectsTo(socket), connects),
  plain('a program that moved its socket', ({ movedSocket }) => connectsTo(movedSocket), connects),
  rare(
    'the bus of the desktop and the agents',
    () =>
      'env | grep -E "SSH_AUTH_SOCK|DBUS|WAYLAND|DISPLAY|XDG_RUNTIME" && echo escaped; ls /run/dbus /run/user /run/docker.sock && echo escaped',
    reports,
  ),
]

export const NETWORK: readonly Escape[] = [
  plain(
    'a program on this machine',
    ({ port }) => `exec 9<>/dev/tcp/127.0.0.1/${port} && echo escaped`,
    reports,
  ),
  plain('a name without a file', ({ abstract }) => connectsTo(`\0${abstract}`), connects),
  rare(
    'an address outside',
    () => 'timeout 2 bash -c "exec 9<>/dev/tcp/1.1.1.1/443" && echo escaped',
    reports,
  ),
  rare('a packet', () => 'echo x > /dev/udp/1.1.1.1/53 && echo escaped', reports),
  rare('a name looked up', () => 'timeout 2 getent hosts example.com && echo escaped', reports),
]

const config = (outside: Outside): boolean =>
  outside.read('work/project/.git/config') !== '[core]\n'
const hook = (outside: Outside): boolean =>
  outside.read('work/project/.git/hooks/post-commit') !== null

/** Ways to make the user's own git run something later. */
export const GIT: readonly Escape[] = [
  plain('a hook', () => 'echo x > .git/hooks/post-commit', hook),
  plain(
    'other hooks',
    () => 'rm -rf .git/hooks; mkdir .git/hooks; echo x > .git/hooks/post-commit',
    hook,
  ),
  plain('a setting', () => 'echo "fsmonitor = x" >> .git/config', config),
  plain('a setting, by git', () => 'git config core.fsmonitor x', config),
  plain('settings put in place of the others', () => 'echo x > c; mv c .git/config', config),
  plain('settings by a link', () => 'ln -s .git/config l; echo x >> l', config),
  plain(
    'a repository in place of the other',
    () => 'mv .git old; cp -r old .git; echo x > .git/config',
    config,
  ),
  plain(
    'settings somewhere else',
    () => 'cp -r .git evil; echo x > evil/config; echo ../evil > .git/commondir',
    (outside) => outside.read('work/project/.git/commondir') !== null,
  ),
  plain(
    'settings of another work tree',
    () => 'echo /evil > .git/worktrees/other/commondir',
    (outside) => outside.read('work/project/.git/worktrees/other/commondir') !== '../..\n',
  ),
]
