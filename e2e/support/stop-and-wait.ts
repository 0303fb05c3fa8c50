/** Runs in the page: clicks Stop and returns the ms until the status begins with one of the words. */
export function stopAndWaitFor(words: string): Promise<number> {
  const status = document.querySelector('[role=status][aria-label=Status]')
  const buttons = [...document.querySelectorAll('button')]
  const stop = buttons.find((button) => button.textContent?.trim() === 'Stop')
  if (status === null || stop === undefined) throw new Error('no Stop on the page')
  return new Promise((resolve) => {
    const start = performance.now()
    const look = (): void => {
      if (new RegExp(`^(${words})`).test(status.textContent?.trim() ?? ''))
        resolve(performance.now() - start)
      else requestAnimationFrame(look)
    }
    stop.click()
    look()
  })
}
