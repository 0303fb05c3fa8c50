import { afterEach, beforeEach, expect } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../../../../../e2e/fake-model-server/fake-model-server.ts'

/** Starts a fake model server for each test, and checks at the end that it has no complaints. */
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
