/** The lines of a pasted text before they are saved: first those with a doubt, then the guests, then the rest. */
import { type ReactNode, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { passFocus } from '../../../platform/ui/focus.ts'
import { COMPANIONS_MAX, GUEST_NAME_MAX } from '../shared/guest-limits.ts'
import type { GuestBody } from '../shared/guests.ts'
import type { PastedLine } from '../shared/pasted-names/pasted-line.ts'
import { formatCount } from '../shared/people-counts.ts'
import { GuestFields } from './guest-fields.tsx'
import { formatGuest } from './guest-words.ts'
import { keyOfLine, type ReviewedLine } from './reviewed-names.ts'

interface NameReviewProps {
  lines: readonly ReviewedLine[]
  /** Called with the guests that a line becomes, or with none. */
  onDecide(line: PastedLine, guests: readonly GuestBody[]): void
}

/** Lines of one kind that are drawn at first. A text can have a thousand. */
const ROWS_SHOWN = 300

const GROUPS = [
  { state: 'open', one: 'renglón para mirar', many: 'renglones para mirar' },
  { state: 'added', one: 'renglón se suma', many: 'renglones se suman' },
  { state: 'left', one: 'renglón no se suma', many: 'renglones no se suman' },
] as const

export function NameReview({ lines, onDecide }: NameReviewProps) {
  const review = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const draw = (line: ReviewedLine): Row => {
    const key = keyOfLine(line.line)
    const decide = (guests: readonly GuestBody[]) => {
      setEditing(null)
      onDecide(line.line, guests)
    }
    if (key === editing)
      return {
        key: `${key} editing`,
        content: <EditLine line={line} onDone={decide} onCancel={() => setEditing(null)} />,
      }
    const row = { line, onDecide: decide, onEdit: () => setEditing(key) }
    if (line.state === 'open') return { key, className: 'review-open', content: <OpenLine {...row} /> }
    if (line.state === 'added') return { key, content: <AddedLine {...row} /> }
    return { key, className: 'review-left', content: <LeftLine {...row} /> }
  }
  return (
    <div className="review" ref={review}>
      {GROUPS.map(({ state, one, many }) => {
        const found = lines.filter((line) => line.state === state)
        return (
          <Group
            key={state}
            title={formatCount(found.length, one, many)}
            lines={found}
            draw={draw}
            findFirstTitle={() => review.current?.querySelector('h2')}
          />
        )
      })}
    </div>
  )
}

/** One line on the screen. The key changes with the buttons of the line, so that the focus is passed on. */
interface Row {
  key: string
  className?: string
  content: ReactNode
}

interface GroupProps {
  title: string
  lines: readonly ReviewedLine[]
  draw(line: ReviewedLine): Row
  /** Finds the title that takes the focus when the group has lost its last line. */
  findFirstTitle(): HTMLElement | null | undefined
}

function Group({ title, lines, draw, findFirstTitle }: GroupProps) {
  const list = useRef<HTMLOListElement>(null)
  const [shown, setShown] = useState(ROWS_SHOWN)
  if (lines.length === 0) return null
  const findRow = (index: number) => list.current?.children[index] ?? list.current?.lastElementChild
  return (
    <section aria-label={title}>
      <h2 className="review-title" tabIndex={-1}>
        {title}
      </h2>
      <ol ref={list} className="review-lines">
        {lines.slice(0, shown).map((line, index) => {
          const { key, className = '', content } = draw(line)
          return (
            <li
              key={key}
              className={`review-line ${className}`}
              ref={passFocus(
                () => findRow(index)?.querySelector<HTMLElement>('input, button') ?? findFirstTitle(),
              )}
            >
              {content}
            </li>
          )
        })}
      </ol>
      {lines.length > shown && (
        <Button onClick={() => setShown(shown + ROWS_SHOWN)}>
          Mostrar {Math.min(lines.length - shown, ROWS_SHOWN)} más
        </Button>
      )}
    </section>
  )
}

interface LineProps {
  line: ReviewedLine
  onDecide(guests: readonly GuestBody[]): void
  onEdit(): void
}

/** A line with a doubt: the words as they came, why it is open, and one tap for each answer. */
function OpenLine({ line: { line }, onDecide, onEdit }: LineProps) {
  const { text, reason, split, name, companions, note } = line
  const canAccept = name !== '' && companions <= COMPANIONS_MAX
  return (
    <>
      <p className="review-text">
        <bdi>{text}</bdi>
      </p>
      <p className="review-reason">{reason}</p>
      <div className="review-actions">
        {split?.every((person) => person.companions <= COMPANIONS_MAX) && (
          <Button onClick={() => onDecide(split.map((person) => ({ ...person, note })))}>
            {`Son ${split.length}: ${split.map(formatGuest).join(' · ')}`}
          </Button>
        )}
        {canAccept && <Button onClick={() => onDecide([line])}>{`Sumar ${formatGuest(line)}`}</Button>}
        <Button onClick={onEdit}>
          Cambiar<span className="unseen"> «{text}»</span>
        </Button>
        <Button onClick={() => onDecide([])}>
          No sumar<span className="unseen"> «{text}»</span>
        </Button>
      </div>
    </>
  )
}

function AddedLine({ line: { line, guests }, onDecide, onEdit }: LineProps) {
  return (
    <>
      <div className="review-words">
        {guests.map((guest, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line can name two people alike, and rows have no state
          <p key={index}>
            <bdi>{guest.name}</bdi>
            {guest.companions > 0 && <strong> +{guest.companions}</strong>}
            {guest.isRepeated && <span className="mark">ya está</span>}
            {guest.note !== null && <span className="review-note">{guest.note}</span>}
          </p>
        ))}
      </div>
      <div className="review-actions">
        <Button onClick={onEdit}>
          Cambiar<span className="unseen"> «{line.text}»</span>
        </Button>
        <Button aria-label={`No sumar «${line.text}»`} onClick={() => onDecide([])}>
          <span aria-hidden="true">×</span>
        </Button>
      </div>
    </>
  )
}

/** A line that is not added. One tap adds its text as a name. */
function LeftLine({ line: { line }, onDecide, onEdit }: LineProps) {
  const name = line.name || line.text.trim().replace(/\s+/g, ' ')
  const canAdd = /\p{L}/u.test(name) && name.length <= GUEST_NAME_MAX && line.companions <= COMPANIONS_MAX
  return (
    <>
      <p className="review-words">
        <bdi>{line.text}</bdi>
        {line.reason !== null && <span className="review-note">{line.reason}</span>}
      </p>
      <div className="review-actions">
        <Button onClick={canAdd ? () => onDecide([{ ...line, name }]) : onEdit}>
          Sumar<span className="unseen"> «{line.text}»</span>
        </Button>
      </div>
    </>
  )
}

interface EditLineProps {
  line: ReviewedLine
  onDone(guests: readonly GuestBody[]): void
  onCancel(): void
}

function EditLine({ line: { line, guests }, onDone, onCancel }: EditLineProps) {
  const [first = line, ...others] = guests
  const form = useForm<GuestBody>({
    defaultValues: {
      name: first.name || line.text.trim().slice(0, GUEST_NAME_MAX),
      companions: Math.min(first.companions, COMPANIONS_MAX),
      note: first.note,
    },
  })
  return (
    <form
      noValidate
      className="guest-form"
      onSubmit={form.handleSubmit((guest) => onDone([guest, ...others]))}
    >
      <p className="review-text">
        <bdi>{line.text}</bdi>
      </p>
      <GuestFields form={form} />
      <div className="review-actions">
        <Button type="submit" kind="strong">
          Listo
        </Button>
        <Button onClick={onCancel}>Dejar como estaba</Button>
      </div>
    </form>
  )
}
