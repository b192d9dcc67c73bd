import { describe, expect, it } from 'vitest'
import { targetOf } from './paste-target.tsx'

/** A fake element with the methods that the rule calls. */
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

describe('a pasted picture goes', () => {
  it('nowhere while somebody writes a text or answers a question', () => {
    const aim = { place: at(new Place([], true)), isHovered: () => true }
    expect(targetOf([large], aim)).toBeUndefined()
    expect(targetOf([large, square], aim)).toBeUndefined()
  })

  it('to the field with the focus, whatever is under the pointer', () => {
    expect(targetOf([large, square], { place: at(button), isHovered: (it) => it === square.element })).toBe(
      large,
    )
  })

  it('else to the field under the pointer, even if it has a picture', () => {
    expect(targetOf([large, square], { place: null, isHovered: (it) => it === large.element })).toBe(large)
  })

  it('else to the only one, even if it has a picture', () => {
    expect(targetOf([large], nowhere)).toBe(large)
  })

  it('else to the first that is empty, and to none when all have one', () => {
    expect(targetOf([large, square], nowhere)).toBe(square)
    expect(targetOf([large, large], nowhere)).toBeUndefined()
    expect(targetOf([], nowhere)).toBeUndefined()
  })
})
