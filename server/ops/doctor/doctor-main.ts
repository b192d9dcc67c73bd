/** `npm run doctor`: one line a finding, what to do beneath it; status 1 when something does not work. */
import { requireEnv } from '../../env.ts'
import { examine } from './checks.ts'
import type { Finding } from './finding.ts'

const SIGNS: Record<Finding['state'], string> = { good: '✓', warning: '!', bad: '✗' }

const counts: Record<Finding['state'], number> = { good: 0, warning: 0, bad: 0 }
for await (const { part, state, says, mend } of examine(requireEnv())) {
  counts[state]++
  console.log(`${SIGNS[state]} ${part}: ${says}`)
  if (mend !== undefined) console.log(`    → ${mend}`)
}
console.log(
  counts.bad > 0
    ? `\n${counts.bad} por arreglar, ${counts.warning} para tener en cuenta.`
    : `\nNada por arreglar${counts.warning > 0 ? `, ${counts.warning} para tener en cuenta` : ''}.`,
)
process.exitCode = counts.bad > 0 ? 1 : 0
