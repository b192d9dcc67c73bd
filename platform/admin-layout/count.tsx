/** How many wait, beside the way to them. */
interface CountProps {
  value: number
  /** Said past the number, where what stands beside it does not. */
  note?: string
}

/** From here on it is many, and has the room of three signs. */
const MOST = 99

export const Count = ({ value, note }: CountProps) => (
  <span className="count mono">
    {value > MOST ? `${MOST}+` : value}
    {note && <span className="unseen"> {note}</span>}
  </span>
)
