import { existsSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, call, change, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'

const CAN_FENCE = existsSync('/usr/bin/bwrap')

describeInBrowserAlone('Phoenix itself', (scene) => {
  test('R28 no tool reaches the data folder, nor does bash in its sandbox; a command that would end Phoenix is refused with the reason; no conversation begins in the data folder', async () => {
    const { folder, model } = scene()
    // In the conversation's folder, where everything else is accessible.
    const own = join(folder, 'own')
    const planted = join(own, 'planted')
    model.enqueue(
      message([
        call('read_file', { path: 'own/phoenix.db' }),
        call('list_files', { path: own }),
        call('grep', { pattern: 'SQLite', path: 'own' }),
        call('write_file', { path: 'own/planted', content: 'x' }),
        change({ type: 'delete', path: 'own/phoenix.db' }),
        ...(CAN_FENCE
          ? [bash('exec 2>&1; cat own/phoenix.db; ls own; touch own/planted; echo tried')]
          : []),
      ]),
      message([text('Not mine.')]),
    )
    const { app, host } = await scene().conversation({ dataFolder: own })
    await app.send('Look at Phoenix')
    await app.answers.filter({ hasText: 'Not mine.' }).waitFor()
    const answered = JSON.stringify(model.requests[1]?.body)
    expect(answered.match(/data folder, which no tool may touch/g)).toHaveLength(5)
    if (CAN_FENCE) expect(answered).toContain('tried\\nexit 0')
    expect(answered).not.toContain('SQLite format 3')
    expect(existsSync(planted)).toBe(false)

    symlinkSync(own, join(folder, 'link'))
    for (const bad of [own, join(own, 'runs'), join(folder, 'link')]) {
      await app.startConversation(bad)
      await app.alert.filter({ hasText: `Phoenix keeps its own data in ${bad}` }).waitFor()
    }
    expect(await app.conversations.count()).toBe(1)
    await host.stop()

    const bare = await scene().host({ own: true, environment: { PHOENIX_SANDBOX: 'off' } })
    model.enqueue(
      // Uses an argument that only this host has: even if it were allowed, it would end no other process.
      message([bash(`kill -9 ${bare.pid}`), bash(`pkill -9 -f ${basename(bare.dataFolder)}`)]),
      message([text('It is refused.')]),
    )
    const other = await scene().window(bare)
    await other.startConversation(folder)
    await other.send('End it')
    await other.answers.filter({ hasText: 'It is refused.' }).waitFor()
    const reasons = JSON.stringify(model.requests.at(-1)?.body)
    expect(reasons.match(/This would end Phoenix itself/g)).toHaveLength(2)
    expect(model.complaints).toEqual([])
  })
})
