/** Links to the position of the club, with its settings and the texts of the page. */
import { useClub } from '../../../../platform/pages/club-settings.ts'
import { useLanguage } from '../../../../platform/site-layout/page-language.ts'
import { Directions } from '../directions.island.tsx'
import { visitTexts } from '../visit-texts.ts'

export function DirectionLinks({ className }: { className: string }) {
  const { openMap, copyAddress, addressCopied, addressNotCopied } = visitTexts[useLanguage()]
  const { identity, contact } = useClub()
  const { lat, lon } = contact.position
  const { street, town, country } = contact.address
  const address = [street, town, country].filter((part) => part !== null).join(', ')
  return (
    <Directions
      className={className}
      position={lat === null || lon === null ? undefined : { lat, lon }}
      name={identity.name}
      address={address}
      words={{ openMap, copyAddress, addressCopied, addressNotCopied: addressNotCopied(address) }}
    />
  )
}
