import { club } from '../../club/club.ts'

/** A drawn plan that needs no map service: blocks, the club's street, and where the heart beats. */
export function Plan() {
  const { lat, lon } = club.position
  const degrees = `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'S' : 'N'}  ${Math.abs(lon).toFixed(4)}° ${lon < 0 ? 'O' : 'E'}`
  return (
    <figure className="plan">
      <svg
        viewBox="0 0 800 560"
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={`Plano de la cuadra: ${club.address.street}`}
      >
        <g transform="rotate(-17 400 280)">
          <path className="plan-streets" d={streets} />
          <path className="plan-street" d="M-300 280H1100" />
          <text className="plan-name" x="470" y="268">
            {club.address.street}
          </text>
        </g>
        <circle className="plan-ring" cx="400" cy="280" r="70" />
        <circle className="plan-ring" cx="400" cy="280" r="150" />
        <circle className="plan-ring" cx="400" cy="280" r="260" />
        <path className="plan-cross" d="M400 0V560M0 280H800" />
        <circle className="plan-club" cx="400" cy="280" r="9" />
      </svg>
      <figcaption className="mono">{degrees}</figcaption>
    </figure>
  )
}

/** A chessboard of blocks, about as the city was drawn; the third street each way is an avenue and drawn twice. */
const streets = Array.from({ length: 15 }, (_, index) => index - 7)
  .filter((index) => index !== 0)
  .map((index) => {
    const x = 400 + index * 96
    const y = 280 + index * 96
    const twin = index % 3 === 0 ? `M${x + 7} -400V960M-300 ${y + 7}H1100` : ''
    return `M${x} -400V960M-300 ${y}H1100${twin}`
  })
  .join('')
