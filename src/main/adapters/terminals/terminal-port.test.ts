import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import { readProcess } from '../processes/tree/process-table.ts'
import {
  aliveWith,
  CONVERSATION,
  Gate,
  hasProc,
  PATIENT,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../processes/supervisor-fixture.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { drawn, Followed, PLAIN_SHELL, terminalsOf } from './terminal.fixture.ts'

describe.runIf(hasProc)('a terminal of a person’s', () => {
  const data = temporaryFolder()
  const environment = { ...PLAIN_SHELL, ANTHROPIC_API_KEY: 'sk-hidden', PAGER: 'less' }
  const records = (): readonly string[] => readdirSync(join(data.path, 'runs'))
  let supervisor: Supervisor
  let port: ReturnType<typeof terminalsOf>
  beforeAll(() => {
    supervisor = supervisorOn(data.path, { environment, ...PATIENT })
    port = terminalsOf(supervisor)
  })
  afterAll(async () => {
    await supervisor.close()
    port.close()
    data[Symbol.dispose]()
  })

  test('has a pty, the folder, the person’s environment without keys, and its own session', async () => {
    using folder = temporaryFolder()
    const followed = await Followed.open(port, { folder: folder.path, id: 'terminal' })
    await followed.run('tty && pwd -P && echo "end $((40 + 2))"', 'end 42')
    expect(followed.printed).toMatch(/\/dev\/pts\/\d+/)
    expect(followed.printed).toContain(folder.path)
    await followed.run('env; echo "end $((40 + 3))"', 'end 43')
    expect(followed.printed).toContain('TERM=xterm-256color')
    expect(followed.printed).toContain('PAGER=less')
    expect(followed.printed).not.toContain('sk-hidden')
    await followed.run('echo "pid $$ ."', ' .\r')
    const pid = Number(/pid (\d+) \./.exec(followed.printed)?.[1])
    expect(readProcess(pid)).toMatchObject({ session: pid, mark: expect.any(Number) })
    expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).toContain('PHOENIX_RUN=')
    expect(records()).toEqual(['terminal.json'])
    await followed.terminal.end()
    expect(readProcess(pid)?.isDead).not.toBe(false)
    await until(() => records().length === 0)
  })

  test('gets its size and title, and reports how its shell ended', async () => {
    const followed = await Followed.open(port)
    followed.terminal.resize({ columns: 100, rows: 30 })
    await followed.run('stty size; printf "\\e]2;My title\\a"; echo "end $((1 + 1))"', 'end 2')
    expect(followed.printed).toContain('30 100')
    expect(followed.sizes).toEqual([{ columns: 100, rows: 30 }])
    await until(() => followed.titles.includes('My title'))
    followed.terminal.write('exit 7\r')
    await until(() => followed.end !== null)
    expect(followed.end).toEqual({ code: 7, signal: null })
    const screen = await followed.terminal.screen()
    expect(screen?.text).toContain('30 100')
    await followed.terminal.end()
    expect(await followed.terminal.screen()).toBeNull()
  })

  test('its screen is what a later window draws, and no query is answered twice', async () => {
    const followed = await Followed.open(port)
    const ask = 'printf "\\e[6n"; IFS= read -rsd R where; printf "at %q\\n" "$where"'
    await followed.run(
      `${ask}; seq 1 200; printf "\\e[31mred\\e[0m\\n"; echo "end $((2 + 2))"`,
      'end 4',
    )
    const screen = await followed.terminal.screen()
    if (screen === null) throw new Error('There is no screen.')
    expect(screen.at).toBe(followed.printed.length)
    expect(followed.printed.match(/at \$'\\E\[\d+;\d+/g)).toHaveLength(1)
    const lines = await drawn(screen.text, screen.size)
    expect(lines.filter((line) => /^\d+$/.test(line))).toHaveLength(200)
    expect(lines).toContain('red')
    expect(screen.text).not.toContain('\u001B[6n')
    await followed.terminal.end()
  })

  test('its last command and output are known, for shells with and without marks', async () => {
    const followed = await Followed.open(port)
    await followed.run('echo first-$((2 + 1))', 'first-3')
    await followed.run('echo second; echo "end $((3 + 3))"', 'end 6')
    const text = await followed.terminal.lastCommand()
    expect(text).toContain('echo second')
    expect(text).toContain('end 6')
    expect(text).not.toContain('first-')
    const marks = `PS1='\\[\\e]133;D\\a\\e]133;A\\a\\]$ '; PS0='\\[\\e]133;C\\a\\]'`
    await followed.run(`${marks}; echo "end $((4 + 4))"`, 'end 8')
    await followed.run('printf "a\\nb\\n"', 'b\r\n')
    followed.terminal.write('not entered')
    await until(() => followed.printed.endsWith('not entered'))
    expect(await followed.terminal.lastCommand()).toBe('$ printf "a\\nb\\n"\na\nb')
    await followed.terminal.end()
  })

  test('everything started in it ends with it, including processes that left its session and its environment', async () => {
    const seconds = uniqueSleep()
    const followed = await Followed.open(port)
    const shapes = ['', 'setsid ', 'nohup ', 'env -i setsid ']
    const line = shapes.map((shape) => `(${shape}sleep ${seconds} >/dev/null 2>&1 &)`).join('; ')
    await followed.run(`${line}; echo "end $((5 + 5))"`, 'end 10')
    await until(() => aliveWith(seconds).length >= shapes.length)
    await followed.terminal.end()
    expect(aliveWith(seconds)).toEqual([])
    expect(supervisor.orphansOf(CONVERSATION)).toEqual([])
  })

  test('a shell saves its history when its terminal is closed, however slowly', async () => {
    const file = join(data.path, 'history')
    const gate = new Gate(data.path)
    const patient = terminalsOf(supervisor, { hangUpMs: 60_000 })
    const followed = await Followed.open(patient)
    const stubborn = await Followed.open(port)
    const save = `echo saving; ${gate.wait}; history -w ${file}`
    await followed.run(`trap ${shellQuote(save)} EXIT; echo "end $((7 + 7))"`, 'end 14')
    await stubborn.run(`trap '' HUP; echo "end $((7 + 8))"`, 'end 15')
    const end = followed.terminal.end()
    await until(() => followed.printed.includes('saving\r\n'))
    // A kill that had been ordered at once would come before this one.
    await stubborn.terminal.end()
    gate.open()
    await end
    expect(readFileSync(file, 'utf8')).toContain('echo "end $((7 + 7))"')
    patient.close()
  })

  test('a shell that ignores the hangup ends with its terminal', async () => {
    const name = `shell-${uniqueSleep()}`
    const followed = await Followed.open(port)
    followed.terminal.write(`exec bash --norc -ic "trap '' HUP; echo ready; read line" ${name}\r`)
    await until(() => followed.printed.includes('ready\r\n'))
    expect(aliveWith(name)).toHaveLength(1)
    await followed.terminal.end()
    expect(aliveWith(name)).toEqual([])
  })

  test('a shell that ends takes along the processes it left behind', async () => {
    const seconds = uniqueSleep()
    const followed = await Followed.open(port)
    await followed.run(`(setsid sleep ${seconds} &); echo "end $((6 + 6))"`, 'end 12')
    await until(() => aliveWith(seconds).length > 0)
    followed.terminal.write('exit\r')
    await until(() => followed.end !== null && aliveWith(seconds).length === 0)
    await followed.terminal.end()
  })

  test('the next start after a kill finds its processes by its record, and ends them', async () => {
    const seconds = uniqueSleep()
    const followed = await Followed.open(port)
    await followed.run(`(env -i setsid sleep ${seconds} &); echo "end $((6 + 7))"`, 'end 13')
    await until(() => aliveWith(seconds).length > 0)
    const next = supervisorOn(data.path, PATIENT)
    expect(await next.sweepLeftovers()).toBeGreaterThanOrEqual(2)
    expect(aliveWith(seconds)).toEqual([])
    await until(() => followed.end !== null)
    await next.close()
    await followed.terminal.end()
  })

  test('a paste that no program reads yet holds up no other terminal, and arrives whole', async () => {
    using folder = temporaryFolder()
    const gate = new Gate(folder.path)
    const busy = await Followed.open(port)
    const other = await Followed.open(port)
    busy.terminal.write(`stty -echo; echo "is $((9 + 9))"; ${gate.wait}; head -c 400000 | wc -c\r`)
    await until(() => busy.printed.includes('is 18'))
    busy.terminal.write('A pasted line, with ä.\n'.repeat(16_000))
    await other.run('echo "end $((8 + 7))"', 'end 15')
    gate.open()
    await until(() => busy.printed.includes('400000'))
    expect(await busy.terminal.screen()).not.toBeNull()
    for (const each of [busy, other]) await each.terminal.end()
  })

  test('a program in one has nothing of another open', async () => {
    const first = await Followed.open(port)
    const second = await Followed.open(port)
    const count = 'ls -l /proc/self/fd | grep -c "ptmx\\|socket"'
    await second.run(`echo "open: $(${count}) $((8 + 3)) ."`, ' 11 .')
    expect(second.printed).toContain('open: 0 11 .')
    for (const each of [first, second]) await each.terminal.end()
  })

  test('its host ends by itself: its terminals end with everything they started, and the next one opens', async () => {
    const seconds = uniqueSleep()
    const first = await Followed.open(port)
    await first.run(`(setsid sleep ${seconds} &); echo "end $((8 + 8)) $PPID ."`, 'end 16')
    await until(() => aliveWith(seconds).length > 0)
    const host = Number(/end 16 (\d+)/.exec(first.printed)?.[1])
    process.kill(host, 'SIGKILL')
    await until(() => first.end !== null && aliveWith(seconds).length === 0)
    expect(first.end).toEqual({ code: null, signal: null })
    expect(await first.terminal.screen()).toBeNull()
    await first.terminal.end()
    const next = await Followed.open(port)
    await next.run('echo "end $((9 + 9))"', 'end 18')
    await next.terminal.end()
  })

  test('a missing folder and an invalid shell are reported with a sentence or by their end', async () => {
    const missingFolder = Followed.open(port, { folder: '/nowhere/at/all' })
    await expect(missingFolder).rejects.toThrow('no longer exists')
    const none = terminalsOf(supervisor, { environment: { ...environment, SHELL: '/no/shell' } })
    const followed = await Followed.open(none)
    await until(() => followed.end !== null)
    expect(followed.end?.code).toBe(127)
    expect(followed.printed).toContain('/no/shell')
    await followed.terminal.end()
    none.close()
  })
})
