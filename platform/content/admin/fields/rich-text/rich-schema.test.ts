import { getSchema } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { RICH_TEXT_TAGS } from '../../../shared/richtext.ts'
import { richExtensions } from './rich-schema.ts'

const schema = getSchema(richExtensions)
const types = [...Object.values(schema.nodes), ...Object.values(schema.marks)]
const getTags = (type: (typeof types)[number]): string[] =>
  (type.spec.parseDOM ?? []).flatMap((rule) =>
    'tag' in rule && rule.tag ? [rule.tag.replace(/[[:].*$/, '')] : [],
  )

describe('the schema of the editor', () => {
  // `figcaption` is left out: the editor stores a caption as an attribute of its picture.
  it.each(RICH_TEXT_TAGS.filter((tag) => tag !== 'figcaption'))(
    'has a node or a mark for <%s>, which the server keeps',
    (tag) => {
      expect(types.flatMap(getTags)).toContain(tag)
    },
  )

  it('writes no elements or attributes that the server would remove', () => {
    const written = types.filter((type) => getTags(type).length > 0)
    for (const type of written) {
      expect(
        getTags(type).filter((tag) => (RICH_TEXT_TAGS as readonly string[]).includes(tag)),
        type.name,
      ).not.toEqual([])
    }
    expect(Object.keys(schema.nodes.image?.spec.attrs ?? {})).toEqual([
      'src',
      'alt',
      'width',
      'height',
      'caption',
    ])
  })
})
