/** Links that open the position of the club in a map, and a button that copies the address. */
import { useState } from 'react'
import { island } from '../../../platform/site-layout/islands/island.tsx'
import { useHydrated } from '../../../platform/ui/hydrated.ts'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { chooseMapSystem } from './choose-map.ts'

interface Props {
  className: string
  position: { lat: number; lon: number } | undefined
  /** Name of the club, which a map application shows at the position. */
  name: string
  address: string
  words: Record<'openMap' | 'copyAddress' | 'addressCopied' | 'addressNotCopied', string>
}

export const Directions = island(
  'directions',
  'visible',
  ({ className, position, name, address, words }: Props) => {
    const [message, setMessage] = useState('')
    const copy = async () => {
      // Without https, or with a refused permission, there is no clipboard. The address is then shown.
      const isCopied = await navigator.clipboard?.writeText(address).then(
        () => true,
        () => false,
      )
      setMessage(isCopied ? words.addressCopied : words.addressNotCopied)
    }
    return (
      <div className={className}>
        {position && <MapLinks {...position} name={name} openMap={words.openMap} />}
        <button type="button" className="laser-link needs-js" onClick={copy}>
          {words.copyAddress}
        </button>
        <span className="mono" {...liveRegion}>
          {message}
        </span>
      </div>
    )
  },
)

interface LinksProps {
  lat: number
  lon: number
  name: string
  openMap: string
}

function MapLinks({ lat, lon, name, openMap }: LinksProps) {
  const place = `${lat},${lon}`
  const outside = { className: 'laser-link', target: '_blank', rel: 'noopener' }
  // A cached page cannot depend on the phone, so the server renders the link to OpenStreetMap.
  const system = useHydrated() ? chooseMapSystem(navigator.userAgent) : null
  return (
    <>
      <a {...outside} href={`https://www.google.com/maps/dir/?api=1&destination=${lat}%2C${lon}`}>
        Google Maps
      </a>
      <a {...outside} href={`https://waze.com/ul?ll=${lat}%2C${lon}&navigate=yes`}>
        Waze
      </a>
      {system === 'android' ? (
        // An application opens beside the browser, so a new tab would stay empty.
        <a className="laser-link" href={`geo:${place}?q=${place}(${encodeURIComponent(name)})`}>
          {openMap}
        </a>
      ) : (
        <a
          {...outside}
          href={
            system === 'apple'
              ? `https://maps.apple.com/?daddr=${place}`
              : `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`
          }
        >
          {openMap}
        </a>
      )}
    </>
  )
}
