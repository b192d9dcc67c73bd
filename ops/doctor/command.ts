/** `./pulso doctor`: one line a finding, what to do beneath it; fails when something does not work. */
import { ownEnv } from '../../platform/process/env.ts'
import { EXIT } from '../cli/exit.ts'
import type { Say } from '../cli/say.ts'
import { examine } from './checks.ts'
import { type Finding, SIGNS } from './finding.ts'

export async function runDoctor(say: Say): Promise<number> {
  const findings: Finding[] = []
  for await (const finding of examine(ownEnv())) {
    const { part, state, says, mend } = finding
    findings.push(finding)
    say.line(`${SIGNS[state]} ${part}: ${says}`)
    if (mend !== undefined) say.line(`    → ${mend}`)
  }
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
  const [bad, warnings] = [count('bad'), count('warning')]
  say.line(
    bad > 0
      ? `\n${bad} por arreglar, ${warnings} para tener en cuenta.`
      : `\nNada por arreglar${warnings > 0 ? `, ${warnings} para tener en cuenta` : ''}.`,
  )
  say.document({ findings, bad, warnings })
  return bad > 0 ? EXIT.failed : EXIT.good
}
