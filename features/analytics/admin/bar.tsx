/** A bar as long as its share of the longest: drawn, since the numbers stand beside it. */
interface BarProps {
  value: number
  /** The longest of its kind. */
  of: number
  className: string
}

export const Bar = ({ value, of, className }: BarProps) => (
  <svg className={`visit-bar ${className}`} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width={of === 0 ? 0 : (value / of) * 100} height="1" />
  </svg>
)
