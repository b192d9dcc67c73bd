/** A QR code as SVG. It is dark on light on every background, because many readers need that. */
import { encode } from 'uqr'

/** Width of the white border around the code, in modules. QR readers need four (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** Returns one line for each row of adjacent dark modules. */
function drawRow(row: readonly boolean[], y: number): string {
  const modules = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return Array.from(modules.matchAll(/1+/g), ({ 0: dark, index }) => `M${index} ${y}.5h${dark.length}`).join(
    '',
  )
}

interface Props {
  text: string
  /** Accessible name. */
  label: string
}

export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'M' })
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(drawRow).join('')} stroke="#000" />
    </svg>
  )
}
