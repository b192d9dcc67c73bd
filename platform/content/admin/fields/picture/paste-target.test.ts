import { describe, expect, it } from 'vitest'
import { chooseTarget } from './paste-target.tsx'

/** A fake element with the methods that `chooseTarget` calls. */
class Place {
  readonly inside: Place[]
  readonly isElsewhere: boolean
  constructor(inside: Place[] = [], isElsewhere = false) {
    this.inside = inside
    this.isElsewhere = isElsewhere
  }
  contains = (other: unknown): boolean => other === this || this.inside.includes(other as Place)
  closest = () => (this.isElsewhere ? this : null)
}

const button = new Place()
const large = { element: new Place([button]) as unknown as HTMLElement, isEmpty: () => false }
const square = { element: new Place() as unknown as HTMLElement, isEmpty: () => true }
const nowhere = { place: null, isHovered: () => false }
const at = (place: Place) => place as unknown as Element

describe('chooseTarget', () => {
  it('chooses no field while the focus is in a text or a dialog is open', () => {
    const aim = { place: at(new Place([], true)), isHovered: () => true }
    expect(chooseTarget([large], aim)).toBeUndefined()
    expect(chooseTarget([large, square], aim)).toBeUndefined()
  })

  it('chooses the focused field even when the pointer is over another field', () => {
    expect(
      chooseTarget([large, square], { place: at(button), isHovered: (it) => it === square.element }),
    ).toBe(large)
  })

  it('chooses the field under the pointer, even when it has a picture', () => {
    expect(chooseTarget([large, square], { place: null, isHovered: (it) => it === large.element })).toBe(
      large,
    )
  })

  it('chooses the only field, even when it has a picture', () => {
    expect(chooseTarget([large], nowhere)).toBe(large)
  })

  it('chooses the first empty field, and none when every field has a picture', () => {
    expect(chooseTarget([large, square], nowhere)).toBe(square)
    expect(chooseTarget([large, large], nowhere)).toBeUndefined()
    expect(chooseTarget([], nowhere)).toBeUndefined()
  })
})
