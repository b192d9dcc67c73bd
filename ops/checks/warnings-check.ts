/** Shows the result of the last background check. It is the same result that monitors get from /api/health/club. */

import { formatTimeAgo } from '../cli/format.ts'
import { findProblems, problemTitles, readReport } from '../warnings/stored-report.ts'
import { type Check, toIsoString, withStatusTimeout } from './check-declaration.ts'

export const warnings: Check = {
  /** The result of a stopped club is old, so `status` does not show it. */
  status: {
    name: 'warnings',
    title: 'avisos',
    async read({ database, now, server }) {
      if (database === null || (await server).state === 'stopped') return null
      const report = await withStatusTimeout(readReport(database.read)).catch(() => null)
      if (report === null || report.lookedAt === null) return null
      const { lookedAt, conditions } = report
      const problems = findProblems(conditions)
      const says =
        problems.length === 0
          ? 'ninguno'
          : problems
              .map(
                (problem) => `${problemTitles[problem]} (${formatTimeAgo(conditions[problem].since, now)})`,
              )
              .join('; ')
      return {
        says: `${says}; se miró ${formatTimeAgo(lookedAt, now)}`,
        state: problems.length === 0 ? 'good' : 'bad',
        facts: { problems, lookedAt: toIsoString(lookedAt) },
      }
    },
  },
}
