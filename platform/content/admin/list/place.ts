/** The item whose form was opened from a list, and the scroll position then. Kept until the window is closed. */
interface Place {
  /** Path and query of the list. */
  address: string
  id: string
  /** px */
  y: number
}

const places = new Map<string, Place>()

export function rememberPlace(address: string, id: string): void {
  places.set(address, { address, id, y: scrollY })
}

export function findPlace(address: string): Place | null {
  return places.get(address) ?? null
}

/** The next visit to the list begins at its top. */
export function forgetPlace({ address }: Place): void {
  places.delete(address)
}
