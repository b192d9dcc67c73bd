import { Fragment } from 'react'
import { useClub } from '../../pages/club-settings.ts'

/** Renders the address. Each of its parts has a line of its own. */
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
