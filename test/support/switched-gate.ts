import type { Work } from '../../platform/api/shared/work.ts'
import type { WorkGate } from '../../platform/http/work-gate.ts'
import { WorkRefused } from '../../platform/process/work-refused.ts'

/** A gate that admits all work, or none, and records the kinds. */
export function createSwitchedGate() {
  const asked: Work[] = []
  const state = { isOpen: true, asked }
  const gate: WorkGate = {
    async run(kind, { isKnown }, work) {
      asked.push(kind)
      if (state.isOpen || (await isKnown?.())) return work()
      throw new WorkRefused('network')
    },
  }
  return { ...state, gate, state }
}
