/** Where the club is, and how one gets there. */
import { Fragment } from 'react'
import { useClub } from '../../club-words.ts'
import { useWords } from '../words.ts'

/** A line for each part of it that there is. */
export function AddressLines() {
  const { street, town, country } = useClub().contact.address
  return [street, town, country]
    .filter((line) => line !== null)
    .map((line, index) => (
      <Fragment key={line}>
        {index > 0 && <br />}
        {line}
      </Fragment>
    ))
}

export const Address = ({ className }: { className: string }) => (
  <address className={className}>
    <AddressLines />
  </address>
)

export function WayLinks({ className }: { className: string }) {
  const words = useWords()
  const { lat, lon } = useClub().contact.position
  if (lat === null || lon === null) return null
  return (
    <p className={className}>
      <a
        className="laser-link"
        href={`https://www.openstreetmap.org/directions?to=${lat}%2C${lon}#map=16/${lat}/${lon}`}
        target="_blank"
        rel="noopener"
      >
        {words.directions}
      </a>
      <a
        className="laser-link"
        href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`}
        target="_blank"
        rel="noopener"
      >
        {words.openMap}
      </a>
    </p>
  )
}
