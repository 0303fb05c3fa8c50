import { type DeletionPorts, Deletions as Well } from '../../src/main/runtime/registry/deletions.ts'

export { DELETED } from '../../src/main/runtime/registry/deletions.ts'

/** PLANTED BUG: a conversation whose rows are gone still lives in memory. */
export class Deletions extends Well {
  constructor(ports: DeletionPorts) {
    super({ ...ports, drop: () => {} })
  }
}
