/** What a form began from, and goes on from once it was saved or somebody else saved. */
import { useRef, useState } from 'react'
import { wallClock } from '../../../../shared/dates.ts'
import type { Declaration } from '../../../shared/fields.ts'
import type { Clash } from '../../conflict/conflict.tsx'
import { merge, type Origin, originOf, type Version } from '../../conflict/merge-edits.ts'
import type { Draft } from '../../draft/draft-storage.ts'
import { beginningValues, type ItemValues } from '../item-values.ts'

export type ItemDraft = Draft<ItemValues, Origin>

/**
 * @param version null: a new item
 * @param isOwn whether what was saved since the draft began was saved by whoever wrote it
 */
export function useBasis(
  declaration: Declaration,
  draft: ItemDraft | null,
  version: Version | null,
  timeZone: string,
  isOwn: boolean,
) {
  const [first] = useState(() => begin(declaration, draft, version, timeZone, isOwn))
  /** What this form wrote itself while it was open. */
  const [written, setWritten] = useState<{ version: Version; origin: Origin } | null>(null)
  const [clash, setClash] = useState(first.clash)
  const against = clash?.now ?? written?.origin ?? first.origin
  /** The same for what is on its way while the form goes on. */
  const current = useRef(against)
  current.current = against

  return {
    first,
    clash,
    setClash,
    /** What a draft begins from: of a conflict what was there before it. */
    origin: written?.origin ?? first.origin,
    against,
    current,
    /** The item as it is stored, so far as is known here. */
    stored: clash?.version ?? written?.version ?? version,
    /** The form wrote it. @param isAll whether nothing of a conflict is left to decide */
    goOnFrom(next: Version, isAll: boolean): Origin {
      const now = originOf(declaration, next, timeZone)
      current.current = now
      setWritten({ version: next, origin: now })
      setClash((clash) => (isAll || !clash ? null : { ...clash, now, version: next }))
      return now
    },
  }
}

export type Basis = ReturnType<typeof useBasis>

/** What the form begins from: the item, or a draft of it, which somebody may have changed since. */
function begin(
  declaration: Declaration,
  draft: ItemDraft | null,
  version: Version | null,
  timeZone: string,
  isOwn: boolean,
): { origin: Origin; clash: Clash | null } {
  const origin = version
    ? originOf(declaration, version, timeZone)
    : { base: beginningValues(declaration, wallClock(Date.now(), timeZone)), pictures: {}, etag: null }
  if (!draft) return { origin, clash: null }
  if (!version || draft.origin.etag === origin.etag) return { origin: draft.origin, clash: null }
  const clash = clashOf(declaration, draft.origin, draft.values, version, timeZone, isOwn)
  const isNothing = clash.both.length === 0 && clash.onlyTheirs.length === 0
  return isNothing ? { origin, clash: null } : { origin: draft.origin, clash }
}

/**
 * @param timeZone IANA name of the club's
 * @param isOwn whether whoever is signed in here saved it
 */
export function clashOf(
  declaration: Declaration,
  before: Origin,
  mine: ItemValues,
  version: Version,
  timeZone: string,
  isOwn: boolean,
): Clash {
  const now = originOf(declaration, version, timeZone)
  return {
    ...merge(declaration, before, mine, now),
    before,
    now,
    version,
    mine: structuredClone(mine),
    choices: {},
    isOwn,
  }
}
