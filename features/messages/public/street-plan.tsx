import { club } from '../../../club/club.ts'
import { plan } from '../../../club/plan.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { MapTiles } from './map-tiles.island.tsx'

/**
 * Shows the location of the club. At first it is a drawn plan, which needs no map service: blocks, the club's street and
 * its position. The island covers the drawing with OpenStreetMap when all tiles have loaded.
 */
export function StreetPlan() {
  const words = usePageTexts()
  const {
    address,
    position: { lat, lon },
  } = useClub().contact
  if (lat === null || lon === null) return null
  // The drawing shows the streets around the position that ships, so a club at another position gets no drawing.
  const isDrawn = lat === club.position.lat && lon === club.position.lon
  const degrees = `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'S' : 'N'}  ${Math.abs(lon).toFixed(4)}° ${lon < 0 ? words.west : 'E'}`
  return (
    <figure className="plan">
      {isDrawn && <Drawing street={address.street} />}
      <MapTiles position={{ lat, lon }} />
      <svg className="plan-marks" {...frame} aria-hidden="true">
        <path className="plan-cross" d="M-2000 280H2800M400 -2000V2800" />
        <circle className="plan-ring" cx="400" cy="280" r="46" />
        <circle className="plan-club" cx="400" cy="280" r="9" />
      </svg>
      <figcaption className="mono">{degrees}</figcaption>
    </figure>
  )
}

/** The club is in the middle of the drawing, so it stays visible when the sides are cut off. */
const frame = { viewBox: '0 0 800 560', preserveAspectRatio: 'xMidYMid slice' }

/** Distance between two streets. Units of the drawing */
const BLOCK = 64
const STREET = 9

/**
 * Positions of the club's street and of the nearest corner. The club is in the middle of the drawing, on the upper side of
 * its street.
 */
const STREET_Y = 280 + 0.42 * BLOCK
const CORNER_X = 400 - 0.55 * BLOCK

const streetY = (blocks: number): number => STREET_Y + blocks * BLOCK
const streetX = (blocks: number): number => CORNER_X + blocks * BLOCK

/**
 * One SVG path with all blocks, because a path for each would enlarge the page. It includes blocks outside the frame that
 * the rotation brings into view.
 */
const blocks = (() => {
  const side = BLOCK - STREET
  let path = ''
  for (let y = -8; y < Math.min(plan.water?.blocks ?? 9, 9); y++)
    for (let x = -10; x < 11; x++)
      path += `M${Math.round(streetX(x) + STREET / 2)} ${Math.round(streetY(y) + STREET / 2)}h${side}v${side}h-${side}z`
  return path
})()

/** Draws the waves of the river. Each line is shifted against the line above it. */
const ripples = (top: number): string =>
  Array.from(
    { length: 7 },
    (_, index) => `M${-400 - index * 17} ${top + 12 + index * 13}${'q14 -7 28 0t28 0'.repeat(30)}`,
  ).join('')

/** The drawn neighbourhood: blocks, main streets, the river, and the highlighted block of the club. */
function Drawing({ street }: { street: string }) {
  const { turn, ours, along, across, water } = plan
  return (
    <svg className="plan-drawn" {...frame} role="img" aria-label={usePageTexts().planOf(street)}>
      <g transform={`rotate(${turn} 400 280)`}>
        <path className="plan-blocks" d={blocks} />
        {water && (
          <>
            <path className="plan-water" d={ripples(streetY(water.blocks))} />
            <text className="plan-name" x={streetX(2)} y={streetY(water.blocks) + 40}>
              {water.name}
            </text>
          </>
        )}
        {along.map(({ blocks: at, name }) => (
          <text key={name} className="plan-name" x={streetX(-2)} y={streetY(at) + 4}>
            {name}
          </text>
        ))}
        {across.map(({ blocks: at, name }) => (
          <text
            key={name}
            className="plan-name"
            transform={`translate(${streetX(at) + 4} ${streetY(2) - STREET}) rotate(-90)`}
          >
            {name}
          </text>
        ))}
        <path className="plan-street" d={`M-300 ${STREET_Y}H1100`} />
        <text className="plan-ours" x={streetX(1) + STREET} y={STREET_Y + 5}>
          {ours}
        </text>
        <path
          className="plan-house"
          d={`M${CORNER_X + STREET / 2} ${STREET_Y - STREET - 40}H${CORNER_X + BLOCK - STREET / 2}V${STREET_Y - STREET}H${CORNER_X + STREET / 2}z`}
        />
      </g>
    </svg>
  )
}
