import type { ReactNode } from 'react'
import type { ValueKey } from '../../settings/shared/club-types.ts'

/** All pictograms have the same line width, square ends, and a strike in the accent colour. */
const signs: Record<ValueKey, ReactNode> = {
  // Two speech bubbles.
  courtesy: (
    <>
      <path d="M12 16H84V64H44L24 84V64H12Z" />
      <path d="M28 34H68M28 47H54" />
      <path className="sign-strike" d="M60 76H108V104H98V114L88 104H60Z" />
    </>
  ),
  'no-photos': (
    <>
      <path d="M36 10H84V110H36Z" />
      <path d="M36 24H84M36 94H84" />
      <path d="M54 102H66" />
      <path className="sign-strike" d="M14 106L106 14" />
    </>
  ),
  'no-vip': (
    <>
      <path d="M22 22V110M98 22V110M12 110H32M88 110H108" />
      <path d="M16 16H28V28H16ZM92 16H104V28H92Z" />
      <path d="M22 40C34 78 86 78 98 40" />
      <path className="sign-strike" d="M14 106L106 14" />
    </>
  ),
  green: (
    <>
      <path d="M46 40L60 16L78 46" />
      <path d="M86 60L104 92H70" />
      <path d="M50 92H16L34 62" />
      <path className="sign-strike" d="M66 46H78V34M80 80L70 92L80 104M22 66L34 62L38 74" />
    </>
  ),
}

export const Pictogram = ({ of, className = '' }: { of: ValueKey; className?: string }) => (
  <svg className={`sign ${className}`} viewBox="0 0 120 120" aria-hidden="true">
    {signs[of]}
  </svg>
)
