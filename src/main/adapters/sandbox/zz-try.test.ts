import { test } from 'vitest'
import { Ground, sandboxOrSkip, fencedSupervisor, runIn, printedBy } from './sandbox.fixture.ts'
test('x', async () => {
  using ground = new Ground()
  const found = await sandboxOrSkip(ground)
  console.log(found)
  const s = fencedSupervisor(ground.dataFolder, found)
  for (const network of [true,false]) console.log(printedBy(await runIn(s, ground, 'cat /proc/sys/kernel/printk > /proc/sys/kernel/printk; echo $?; cat /proc/sys/net/ipv4/ip_forward; ls /proc/sys/; cat /proc/self/mountinfo | grep proc', {confinement:{folder:'writable',network}})))
  await s.close()
})
