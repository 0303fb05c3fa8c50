import { Screen } from './screen.ts'
import { SIZE } from './terminal.fixture.ts'

export function linesOf(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => `${line(at)}\r\n`).join('')
}

export function rig(size = SIZE) {
  const answers: string[] = []
  const titles: string[] = []
  const screen = new Screen(size, {
    onAnswer: (data) => answers.push(data),
    onTitle: (title) => titles.push(title),
  })
  const write = (text: string): Promise<void> =>
    new Promise((resolve) => screen.write(text, resolve))
  return { screen, write, answers, titles }
}
