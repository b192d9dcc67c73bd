/** Where one was in a list when one left it for a form, for as long as the window lives. */
interface Place {
  /** The item whose form it was. */
  id: string
  /** How far the list was scrolled, px. */
  y: number
}

const places = new Map<string, Place>()

/** @param address path and query of the list */
export function leaveAt(address: string, id: string): void {
  places.set(address, { id, y: scrollY })
}

/** Once: whoever comes to the list another time begins at its top. */
export function takePlace(address: string): Place | null {
  const place = places.get(address) ?? null
  places.delete(address)
  return place
}
