/** The lines of a text that a promoter pasted, before they are saved. It works without scripts: each line has a box. */
import type { ProblemDetails } from '../../../platform/api/shared/problem-details.ts'
import { FormFooter } from '../../../platform/site-layout/components/form.tsx'
import { GUEST_NAME_MAX } from '../shared/guest-limits.ts'
import type { GuestBody } from '../shared/guests.ts'
import type { PastedLine, Person } from '../shared/pasted-names/pasted-line.ts'
import { formatCount } from '../shared/people-counts.ts'
import { guestTexts } from './guest-texts.ts'

/** Name of the boxes. A value is the number of a line, or of a line and one of its people: "12", "12.1". */
const PICK = 'pick'
const nameField = (line: number) => `name-${line}`
const companionsField = (line: number) => `companions-${line}`

/** Returns the guests that the boxes of a form choose. @param lines of the text that the form was made from */
export function readPicks(form: FormData, lines: readonly PastedLine[]): GuestBody[] {
  const picks = new Set(form.getAll(PICK).map(String))
  return lines.flatMap((line) => {
    const people = (line.split ?? []).filter((_, index) => picks.has(`${line.line}.${index}`))
    if (people.length > 0) return people.map((person) => ({ ...person, note: line.note }))
    if (!picks.has(String(line.line))) return []
    const name = form.get(nameField(line.line))
    const companions = form.get(companionsField(line.line))
    return [
      {
        name: typeof name === 'string' ? name : line.name || toName(line.text),
        companions: typeof companions === 'string' ? Number(companions) : line.companions,
        note: line.note,
      },
    ]
  })
}

const toName = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, GUEST_NAME_MAX)

const formatPerson = ({ name, companions }: Person): string =>
  companions === 0 ? name : `${name} +${companions}`

interface PastedReviewProps {
  text: string
  lines: readonly PastedLine[]
  /** Largest number of companions on the list. */
  max: number
  problem: ProblemDetails | null
}

export function PastedReview({ text, lines, max, problem }: PastedReviewProps) {
  const open = lines.filter(({ verdict }) => verdict === 'check')
  const guests = lines.filter(({ verdict }) => verdict === 'guest')
  const left = lines.filter(({ verdict }) => verdict === 'skip')
  return (
    <section className="pasted-review" aria-labelledby="revisar">
      <h2 id="revisar" className="guest-title">
        Mirá antes de sumar
      </h2>
      <p>
        {formatCount(guests.length, 'nombre', 'nombres')}
        {open.length > 0 && `, ${formatCount(open.length, 'renglón para mirar', 'renglones para mirar')}`}. Se
        suma lo que esté marcado.
      </p>
      <form className="form" method="post" noValidate>
        <input type="hidden" name="reviewed" value={text} />
        {open.length > 0 && (
          <fieldset>
            <legend>Para mirar</legend>
            <ul>
              {open.map((line) => (
                <OpenLine key={line.line} line={line} max={max} />
              ))}
            </ul>
          </fieldset>
        )}
        {guests.length > 0 && (
          <fieldset>
            <legend>Se suman</legend>
            <ul>
              {guests.map((line) => (
                <li key={line.line}>
                  <Box value={String(line.line)} isChecked>
                    <bdi>{formatPerson(line)}</bdi>
                    {line.note !== null && <small>{line.note}</small>}
                  </Box>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        {left.length > 0 && (
          <fieldset className="pasted-left">
            <legend>No se suman</legend>
            <ul>
              {left.map((line) => (
                <li key={line.line}>
                  <Box value={String(line.line)}>
                    <bdi>{line.text}</bdi>
                    <small>{line.reason}</small>
                  </Box>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <FormFooter problem={problem} isPlain>
          Sumar los marcados
        </FormFooter>
      </form>
    </section>
  )
}

/** A line with a doubt: a box for the proposal, whose values can be changed, or a box for each of its people. */
function OpenLine({ line, max }: { line: PastedLine; max: number }) {
  const { text, reason, split, name, companions } = line
  return (
    <li className="pasted-open">
      <p>
        <bdi>{text}</bdi> <strong>{reason}</strong>
      </p>
      {split ? (
        split.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line can name two people alike, and their order never changes
          <Box key={index} value={`${line.line}.${index}`}>
            <bdi>{formatPerson(person)}</bdi>
          </Box>
        ))
      ) : (
        <>
          <Box value={String(line.line)}>Sumar</Box>
          <label className="pasted-field">
            <span className="unseen">Nombre de «{text}»</span>
            <input
              name={nameField(line.line)}
              defaultValue={name || toName(text)}
              maxLength={GUEST_NAME_MAX}
              autoComplete="off"
            />
          </label>
          {max > 0 && (
            <label className="pasted-field">
              <span className="unseen">Acompañantes de «{text}»</span>
              <select name={companionsField(line.line)} defaultValue={Math.min(companions, max)}>
                {Array.from({ length: max + 1 }, (_, count) => (
                  <option key={guestTexts.es.more(count)} value={count}>
                    {count === 0 ? guestTexts.es.alone : guestTexts.es.more(count)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </>
      )}
    </li>
  )
}

interface BoxProps {
  value: string
  isChecked?: boolean
  children: React.ReactNode
}

const Box = ({ value, isChecked = false, children }: BoxProps) => (
  <label className="pasted-box">
    <input type="checkbox" name={PICK} value={value} defaultChecked={isChecked} />
    <span>{children}</span>
  </label>
)
