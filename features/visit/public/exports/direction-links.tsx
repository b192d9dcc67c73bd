/** Links that open the position of the club in a map, and a button that copies the address. */
import { useClub } from '../../../../platform/pages/club-settings.ts'
import { useLanguage } from '../../../../platform/site-layout/page-language.ts'
import { DIRECTIONS_TAG as Directions } from '../element-names.ts'
import { visitTexts } from '../visit-texts.ts'

/**
 * The last map link opens OpenStreetMap. browser/directions.ts replaces its address with that of the map application
 * of the phone, because a cached page cannot depend on the phone.
 */
export function DirectionLinks({ className }: { className: string }) {
  const words = visitTexts[useLanguage()]
  const { identity, contact } = useClub()
  const { lat, lon } = contact.position
  const { street, town, country } = contact.address
  const address = [street, town, country].filter((part) => part !== null).join(', ')
  const outside = { className: 'laser-link', target: '_blank', rel: 'noopener' }
  return (
    <Directions className={className}>
      {lat !== null && lon !== null && (
        <>
          <a {...outside} href={`https://www.google.com/maps/dir/?api=1&destination=${lat}%2C${lon}`}>
            Google Maps
          </a>
          <a {...outside} href={`https://waze.com/ul?ll=${lat}%2C${lon}&navigate=yes`}>
            Waze
          </a>
          <a
            {...outside}
            href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`}
            data-android={`geo:${lat},${lon}?q=${lat},${lon}(${encodeURIComponent(identity.name)})`}
            data-apple={`https://maps.apple.com/?daddr=${lat},${lon}`}
          >
            {words.openMap}
          </a>
        </>
      )}
      <button
        type="button"
        className="laser-link needs-js"
        data-address={address}
        data-done={words.addressCopied}
        data-failed={words.addressNotCopied(address)}
      >
        {words.copyAddress}
      </button>
      <span className="mono" role="status" />
    </Directions>
  )
}
