/** The result of the last background check, as stored in one row of `settings`. */
import type { Database } from '../../platform/db/connect.ts'
import { readSetting } from '../../platform/db/settings.ts'
import {
  type Condition,
  conditions,
  isProblem,
  type State,
  warningTitles,
} from '../../platform/shared/health-conditions.ts'
import type { Assessment } from '../checks/check-declaration.ts'

/** Key of the result in the table `settings`. */
export const SETTING = 'warnings'

export interface ConditionState extends Assessment {
  /** Start of this state. ms since 1970 */
  since: number
}

export interface StoredCondition extends ConditionState {
  /** True when the administrators got a mail about the present warning. The name is that of the stored JSON key. */
  isTold: boolean
  toldAt: number | null
}

export interface StoredReport {
  /** Time of the last check of all conditions. ms since 1970. null: never */
  lookedAt: number | null
  conditions: Record<Condition, StoredCondition>
}

export interface WarningReport {
  /** Time of the last check of all conditions. ms since 1970. null: never */
  lookedAt: number | null
  conditions: Record<Condition, ConditionState>
}

export const byCondition = <T>(compute: (condition: Condition) => T): Record<Condition, T> =>
  Object.fromEntries(conditions.map((condition) => [condition, compute(condition)])) as Record<Condition, T>

export const parse = (row: string | null): StoredReport | null =>
  row === null ? null : (JSON.parse(row) as StoredReport)

const neverChecked: StoredCondition = {
  state: 'unknown',
  since: 0,
  measured: null,
  isTold: false,
  toldAt: null,
}

/** Returns the stored state of a condition. @param stored also a row of an older version, which has fewer conditions */
export const findState = (stored: StoredReport | null, condition: Condition): StoredCondition =>
  stored?.conditions[condition] ?? neverChecked

export async function readReport(read: Database['read']): Promise<WarningReport> {
  const stored = parse(await readSetting(read, SETTING))
  return {
    lookedAt: stored?.lookedAt ?? null,
    conditions: byCondition((condition) => {
      const { state, since, measured } = findState(stored, condition)
      return { state, since, measured }
    }),
  }
}

/** Returns the conditions that need a person: all warnings and errors. */
export const findProblems = (states: Record<Condition, { state: State }>): Condition[] =>
  conditions.filter((condition) => isProblem(states[condition].state))

/** Titles for operators. Failing mail has none in the back office, where the summary of messages reports it. */
export const problemTitles: Record<Condition, string> = {
  ...warningTitles,
  mail: 'Hay correo que no sale desde hace más de una hora',
}
