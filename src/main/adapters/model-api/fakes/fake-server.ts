import { afterEach, beforeEach, expect } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../../../../../e2e/fake-model-server/fake-model-server.ts'

/** A fake model server for each test, which has nothing to complain of at its end. */
export function serverForEach(): () => FakeModelServer {
  let server: FakeModelServer
  beforeEach(async () => {
    server = await startFakeModelServer()
  })
  afterEach(async () => {
    expect(server.complaints).toEqual([])
    await server.close()
  })
  return () => server
}
