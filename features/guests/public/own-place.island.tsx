/** The code of a place, which the browser keeps for the page of the night. */
import { type ReactNode, useEffect } from 'react'
import { island } from '../../../platform/site-layout/islands/island.tsx'
import { writePlace } from './browser/saved-places.ts'

interface Props {
  night: string
  code: string
  /** End of the night. ms since 1970 */
  until: number
  children: ReactNode
}

export const OwnPlace = island('own-place', 'visible', ({ night, code, until, children }: Props) => {
  useEffect(() => writePlace(night, { code, path: location.pathname, until }), [night, code, until])
  return <div className="own-code">{children}</div>
})
