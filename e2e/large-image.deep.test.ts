import { statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { describeInBrowser } from './setup.ts'

describeInBrowser('a large image', (scene) => {
  test('a large image is zoomed by keys, wheel, buttons and a double click, and saved', async () => {
    const { app } = await scene().conversation()
    const path = join(scene().folder, 'cat.png')
    const background = { r: 200, g: 120, b: 40 }
    await sharp({ create: { width: 3_000, height: 400, channels: 3, background } }).toFile(path)
    const choosing = app.page.waitForEvent('filechooser')
    await app.button('Attach files').click()
    await (await choosing).setFiles(path)
    await app.button('Show image cat.png').click()
    const dialog = app.page.getByRole('dialog', { name: 'Image cat.png' })
    await dialog.getByRole('img').waitFor()
    const zoom = dialog.getByRole('status', { name: 'Zoom' })
    const area = dialog.getByRole('group')
    const scale = async (): Promise<number> => Number.parseInt(await zoom.innerText(), 10)
    const fit = await scale()
    expect(fit).toBeLessThan(100)
    await app.page.keyboard.press('1')
    await expect.poll(scale).toBe(100)
    await app.page.keyboard.press('ArrowRight')
    await expect.poll(() => area.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0)
    await app.page.keyboard.press('+')
    await expect.poll(scale).toBe(125)
    await app.page.keyboard.press('0')
    await expect.poll(scale).toBe(fit)
    await area.dblclick()
    await expect.poll(scale).toBe(100)
    await app.button('Fit').click()
    await expect.poll(scale).toBe(fit)
    await app.page.keyboard.press('1')
    await expect.poll(scale).toBe(100)
    await dialog.getByText('cat.png').click()
    await app.page.keyboard.press('0')
    await expect.poll(scale).toBe(fit)
    await area.hover()
    await app.page.mouse.wheel(0, -100)
    await expect.poll(scale).toBeGreaterThan(fit)
    await app.button('Zoom out').click()
    await expect.poll(scale).toBe(fit)
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      app.button('Save as…').press('Enter'),
    ])
    expect(download.suggestedFilename()).toMatch(/^cat\.(png|webp|jpg)$/)
    expect(statSync(await download.path()).size).toBeGreaterThan(0)
    await app.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(app.complaints).toEqual([])
  })
})
