import { type DeletionPorts, Deletions as Well } from '../../src/main/runtime/registry/deletions.ts'

export { DELETED } from '../../src/main/runtime/registry/deletions.ts'

/** PLANTED BUG: the work of a deleted conversation continues. */
export class Deletions extends Well {
  constructor(ports: DeletionPorts) {
    super({ ...ports, stop: () => {}, drop: () => {} })
  }
}
