import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' } }
const SKILL = '---\nname: release\ndescription: Releases a version\n---\nTag it first.\n'
const AGENT =
  '---\nname: reviewer\ndescription: Reviews changes\ntools: Read\n---\nBe strict about names.\n'

function command(line: string): unknown {
  return [{ hooks: [{ type: 'command', command: line }] }]
}

function hooks(guard: string): string {
  return JSON.stringify({
    hooks: {
      UserPromptSubmit: command('echo "Today is release day."'),
      PreToolUse: command(guard),
      Stop: command('test -f more && rm more && echo "Write the notes too." >&2 && exit 2; true'),
    },
  })
}

describeInBrowser('hooks, skills and agents of a folder', (scene) => {
  test('are off until they are allowed; then hooks are shown where they run, and a change turns them off again', async () => {
    const { folder, model } = scene()
    const write = (path: string, content: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const guard = `grep -q "rm -rf" && { echo "Not that." >&2; exit 2; }; true`
    write('.claude/settings.json', hooks(guard))
    write('.claude/skills/release/SKILL.md', SKILL)
    write('.claude/agents/reviewer.md', AGENT)
    // Allowing it would change nothing, so nobody is asked.
    write('.claude/skills/broken/SKILL.md', '---\nname: [\n---\nTag it.\n')
    const { app } = await scene().conversation(AUTO)
    model.enqueue(message([text('Nothing of them yet.')]))
    await app.send('Before')
    await app.answers.filter({ hasText: 'Nothing of them yet.' }).waitFor()
    const first = JSON.stringify(model.requests[0]?.body)
    for (const words of ['release day', 'Releases a version', 'Reviews changes'])
      expect(first).not.toContain(words)

    await app.page.getByText('This folder has hooks, a skill and an agent').waitFor()
    // Files that appear later are reported after the next turn, even to a person who dismissed the first note.
    await app.button('Not now').click()
    await app.page.getByText('This folder has').waitFor({ state: 'hidden' })
    write('.claude/skills/other/SKILL.md', SKILL.replace('release', 'other'))
    model.enqueue(message([text('Still nothing.')]))
    await app.send('And now?')
    await app.answers.filter({ hasText: 'Still nothing.' }).waitFor()
    await app.page.getByText('This folder has hooks, 2 skills and an agent').waitFor()
    rmSync(join(folder, '.claude/skills/other'), { recursive: true })
    await app.button('Review').click()
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByText('On a message (60 s): echo "Today is release day."').waitFor()
    const broken = settings.getByRole('listitem').filter({ hasText: 'is not valid YAML' })
    await broken.getByText('Show all of it').waitFor()
    expect(await broken.getByRole('button').count()).toBe(0)
    for (const name of ['hooks of .claude/settings.json', 'skill', 'agent'])
      await settings.getByRole('button', { name: new RegExp(`^Allow ${name}`) }).click()
    await settings.getByRole('button', { name: /^Stop allowing agent/ }).waitFor()
    await app.page.keyboard.press('Escape')
    await settings.waitFor({ state: 'hidden' })

    write('more', '')
    const task = { task: 'Look at it', kind: 'explorer', agent: 'reviewer' }
    model.enqueue(
      message([call('skill', { name: 'release' }), bash('rm -rf build'), bash('echo fine')]),
      message([call('spawn_agents', { tasks: [task] })]),
      message([call('submit_result', { result: 'All is well.' })]),
      message([text('It is done.')]),
      message([text('The notes are written.')]),
    )
    await app.send('Go')
    await app.answers.filter({ hasText: 'The notes are written.' }).waitFor()
    await app.expectStatus('Idle')
    const bodies = model.requests.slice(1).map(({ body }) => JSON.stringify(body))
    expect(bodies[1]).toContain('Today is release day.')
    expect(bodies[1]).toContain('- release: Releases a version')
    expect(bodies[1]).toContain('- reviewer (kind explorer): Reviews changes')
    expect(bodies[2]).toContain('Tag it first.')
    expect(bodies[2]).toMatch(/a hook of the user's blocked this call.*Not that\./)
    expect(bodies[3]).toMatch(/Look at it.*Be strict about names\./)
    expect(bodies[5]).toContain('Write the notes too.')
    const blocked = app.tool('bash').filter({ hasText: 'blocked by a hook' })
    await app.openCard(blocked)
    await blocked.getByText('Hook before this call').waitFor()
    await app.page.getByText('Hook at the end of the turn').first().waitFor()
    await app.page.getByText('Wants more').waitFor()

    write('.claude/settings.json', hooks('touch stolen'))
    model.enqueue(message([text('Without hooks.')]))
    await app.send('After')
    await app.answers.filter({ hasText: 'Without hooks.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body['messages'])).not.toMatch(
      /After.*Today is release day/,
    )
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
