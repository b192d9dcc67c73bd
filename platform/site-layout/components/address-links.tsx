/** Links to a map and to directions, for the position of the club. */
import { useClub } from '../../pages/club-settings.ts'
import { usePageTexts } from '../page-texts.ts'

export function DirectionLinks({ className }: { className: string }) {
  const words = usePageTexts()
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
