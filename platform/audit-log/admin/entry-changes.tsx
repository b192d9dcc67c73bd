import { formatEmail } from '../../auth/shared/emails.ts'
import { findDifference } from '../../content/admin/conflict/text-diff.ts'
import { AudioPlayer, FilmPlayer } from '../../content/admin/fields/media-players.tsx'
import type { Change } from '../../content/shared/audit-log-answers.ts'
import type { Picture } from '../../content/shared/entity-parts.ts'
import { getFieldType } from '../../content/shared/field-types.ts'
import type { Field } from '../../content/shared/fields.ts'

interface ChangesProps {
  changes: Change[]
  /** True to show texts in full with marked differences. False to cut them to one or two lines. */
  whole?: boolean
}

/** Lists the changed fields of an entry, each with its value before and after. */
export function Changes({ changes, whole = false }: ChangesProps) {
  return (
    <dl className="changes">
      {changes.map((change) => (
        <div key={change.field} className="change">
          <dt>{change.label}</dt>
          {getFieldType(change).display === 'picture' ? (
            <Sides change={change} show={(side) => <Thumbnail picture={side as Picture | null} />} />
          ) : getFieldType(change).display === 'film' ? (
            <Sides
              change={change}
              show={(side) => (side ? <FilmPlayer path={String(side)} label={change.label} /> : NOTHING)}
            />
          ) : getFieldType(change).display === 'audio' ? (
            <Sides
              change={change}
              show={(side) => (side ? <AudioPlayer path={String(side)} label={change.label} /> : NOTHING)}
            />
          ) : whole && getFieldType(change).display !== 'line' ? (
            <MarkedText change={change} />
          ) : (
            <Sides
              change={change}
              show={(side) => <FormattedValue change={change} value={side as string | null} />}
            />
          )}
        </div>
      ))}
    </dl>
  )
}

interface SidesProps {
  change: Change
  show: (side: Change['before']) => React.ReactNode
}

const Sides = ({ change: { before, after }, show }: SidesProps) => (
  <>
    <dd className="change-before">
      <span className="unseen">Antes: </span>
      {show(before)}
    </dd>
    <dd className="change-after">
      <span className="unseen">Después: </span>
      {show(after)}
    </dd>
  </>
)

const NOTHING = '(nada)'

function FormattedValue({ change: { kind, field }, value }: { change: Change; value: string | null }) {
  const isAlternative = field.startsWith('alt.')
  if (isAlternative && value === null) return '(decorativa)'
  if (isAlternative && value === '') return '(sin descripción)'
  if (value === null || value === '') return NOTHING
  if (field === 'email') return formatEmail(value)
  const { display, format } = getFieldType({ kind })
  // Only values of one line are formatted here. Longer texts are shown as they are stored. Values whose format depends on
  // the declaration of the field were formatted by the server.
  return display === 'line' && !isAlternative ? format(value, { kind } as Field) : value
}

function Thumbnail({ picture }: { picture: Picture | null }) {
  if (!picture) return NOTHING
  const width = picture.widths.find((candidate) => candidate >= 320) ?? picture.widths.at(-1)
  return (
    <img
      className="change-picture"
      src={`${picture.base}-${width}.webp`}
      width={picture.width}
      height={picture.height}
      alt=""
      loading="lazy"
    />
  )
}

function MarkedText({ change: { kind, before, after } }: { change: Change }) {
  const words = (side: Change['before']) =>
    typeof side !== 'string' ? '' : getFieldType({ kind }).display === 'html' ? toReadableText(side) : side
  const pieces = findDifference(words(before), words(after))
  const isOnlyMarkup = pieces.every((piece) => piece.kind === 'same')
  return (
    <dd className="change-marked">
      {isOnlyMarkup && <p className="change-note">Las palabras son las mismas: cambió el formato.</p>}
      {pieces.map(({ kind, text }, index) => {
        const key = `${index} ${kind}`
        if (kind === 'gone') return <del key={key}>{text}</del>
        if (kind === 'new') return <ins key={key}>{text}</ins>
        return <span key={key}>{shorten(text, index === 0, index === pieces.length - 1)}</span>
      })}
    </dd>
  )
}

/** Number of unchanged characters that are shown on each side of a difference. */
const CONTEXT_LENGTH = 140

/**
 * Cuts the middle out of an unchanged text. At the start and end of the whole text, only the part next to a difference
 * stays.
 */
function shorten(text: string, isFirst: boolean, isLast: boolean): string {
  const lead = isFirst ? '' : text.slice(0, CONTEXT_LENGTH)
  const tail = isLast ? '' : text.slice(-CONTEXT_LENGTH)
  if (isFirst && isLast)
    return text.length > CONTEXT_LENGTH * 2 ? `${text.slice(0, CONTEXT_LENGTH * 2)} […]` : text
  return text.length > lead.length + tail.length + CONTEXT_LENGTH ? `${lead} […] ${tail}` : text
}

/** Converts a rich text to plain text with a line for each paragraph. Pictures and links become words. */
function toReadableText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll('img')) image.replaceWith(`[imagen ${image.alt}]`)
  for (const link of body.querySelectorAll('a[href]')) link.append(` (${link.getAttribute('href')})`)
  for (const block of body.querySelectorAll('p, li, h2, h3, h4, blockquote')) block.append('\n')
  for (const end of body.querySelectorAll('br, hr')) end.replaceWith('\n')
  return body.textContent.trim().replace(/\s*\n\s*/g, '\n\n')
}
