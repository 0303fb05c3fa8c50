import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { App } from '../../app.ts'
import { damageDatabase } from './damage-database.ts'
import { text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { freshFolder } from '../../support/host.ts'
import type { Launched } from '../../support/launch.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** A damaged database and its recovery. */
export const RECOVERY_SITUATIONS: readonly Situation[] = [
  { name: 'recovery', size: DESKTOP, colours: 'light', arrange: recovering },
  { name: 'recovery-dark-narrow', size: SMALL, colours: 'dark', arrange: recovering },
  { name: 'preparing', size: DESKTOP, colours: 'light', arrange: prepared },
  { name: 'preparing-dark-narrow', size: SMALL, colours: 'dark', arrange: prepared },
  { name: 'damaged', size: DESKTOP, colours: 'light', arrange: damagedInUse },
  { name: 'damaged-dark-narrow', size: SMALL, colours: 'dark', arrange: damagedInUse },
  { name: 'synced-folder', size: DESKTOP, colours: 'light', arrange: synced },
  { name: 'synced-folder-dark-narrow', size: SMALL, colours: 'dark', arrange: synced },
  { name: 'backups', size: DESKTOP, colours: 'light', arrange: backedUp },
  { name: 'backups-dark-narrow', size: SMALL, colours: 'dark', arrange: backedUp },
]

/** The data folder is in a place that a service syncs. */
async function synced(scene: Scene): Promise<App> {
  const dataFolder = join(freshFolder('data'), 'Dropbox')
  const { app } = await scene.conversation({ dataFolder })
  await app.page.getByText('which Dropbox copies').waitFor()
  return app
}

/** Closed cleanly and damaged afterwards: the damage shows when a conversation is read. */
export async function damagedInUse(scene: Scene): Promise<App> {
  const { app, host } = await scene.conversation({ own: true })
  scene.model.enqueue(message([text('It waits for the server.')]))
  await app.send('Why does the test hang?')
  await app.answers.filter({ hasText: 'waits' }).waitFor()
  await app.expectStatus('Idle')
  await backUp(app)
  await host.stop()
  damageDatabase(host.dataFolder, 'packed_messages')
  const next = await scene.window(await scene.host({ dataFolder: host.dataFolder }))
  await next.conversations.first().click()
  await next.page.getByText(/^Phoenix’s database is damaged\./).waitFor()
  return next
}

async function backedUp(scene: Scene): Promise<App> {
  const { app } = await scene.conversation({ own: true })
  await backUp(app)
  return app
}

/** Backs up from Settings, which stay open. */
export async function backUp(app: App): Promise<void> {
  await app.page.getByRole('button', { name: 'Settings', exact: true }).first().click()
  const dialog = app.page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('button', { name: 'Back up now' }).click()
  await dialog.getByText(/^\s*Last backup of the database: now/).waitFor()
}

/** Two conversations, a backup after the first, and a kill; then the database is damaged and a host starts with it. */
export async function recovering(scene: Scene): Promise<App> {
  const { app, host } = await scene.conversation({ own: true })
  scene.model.enqueue(message([text('It waits for the server.')]))
  await app.send('Why does the test hang?')
  await app.answers.filter({ hasText: 'waits' }).waitFor()
  await backUp(app)
  await app.page.keyboard.press('Escape')
  scene.model.enqueue(message([text('Closed.')]))
  await app.send('Close it after each test')
  await app.answers.filter({ hasText: 'Closed.' }).waitFor()
  await app.expectStatus('Idle')
  await host.kill()
  damageDatabase(host.dataFolder, 'drafts')
  const again = await scene.host({ dataFolder: host.dataFolder })
  const next = await scene.window(again)
  await next.page.getByText('Restoring brings back').waitFor()
  return next
}

/** A large database in the previous format, and a host that starts with it and cannot migrate it before `release`. */
export async function preparing(
  scene: Scene,
): Promise<{ readonly app: App; readonly host: Launched; readonly release: () => void }> {
  const { app, host } = await scene.conversation({ own: true })
  scene.model.enqueue(message([text('It waits for the server.')]))
  await app.send('Why does the test hang?')
  await app.answers.filter({ hasText: 'waits' }).waitFor()
  await app.expectStatus('Idle')
  await host.stop()
  const db = new Database(join(host.dataFolder, 'phoenix.db'))
  db.exec(`
    DROP TABLE unfinished_imports;
    CREATE TABLE filler (bytes BLOB);
    INSERT INTO filler VALUES (zeroblob(70000000));
    PRAGMA user_version = 22;
    BEGIN IMMEDIATE;
  `)
  const next = await scene.host({ dataFolder: host.dataFolder })
  const window = await scene.window(next)
  await window.page.getByText('Phoenix is preparing its database.').waitFor()
  const release = (): void => void db.close()
  // Also keeps a reference until then: an unreferenced connection is closed by the garbage collector, which releases
  // its lock.
  window.page.once('close', release)
  return { app: window, host: next, release }
}

async function prepared(scene: Scene): Promise<App> {
  const { app } = await preparing(scene)
  // The whole database is backed up first, which takes long on a busy machine.
  await app.page.getByText('Updating the database').waitFor({ timeout: 60_000 })
  return app
}
