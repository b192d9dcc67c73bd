/** Where the club is, and how one gets there. */
import { club } from '../../../club/club.ts'

const { lat, lon } = club.position
const directionsUrl = `https://www.openstreetmap.org/directions?to=${lat}%2C${lon}#map=16/${lat}/${lon}`
const mapUrl = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`

export const Address = ({ className }: { className: string }) => (
  <address className={className}>
    {club.address.street}
    <br />
    {club.address.town}
    <br />
    {club.address.country}
  </address>
)

export const WayLinks = ({ className }: { className: string }) => (
  <p className={className}>
    <a className="laser-link" href={directionsUrl} target="_blank" rel="noopener">
      Cómo llegar
    </a>
    <a className="laser-link" href={mapUrl} target="_blank" rel="noopener">
      Abrir el mapa
    </a>
  </p>
)
