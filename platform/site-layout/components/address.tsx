/** Where the club is. */
import { Fragment } from 'react'
import { useClub } from '../../pages/club-settings.ts'

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
