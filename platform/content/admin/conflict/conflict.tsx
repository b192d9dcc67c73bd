import './conflict.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useClub } from '../../../pages/club-settings.ts'
import { getFieldType } from '../../shared/field-types.ts'
import type { Declaration, Reference } from '../../shared/fields.ts'
import { AudioPlayer, FilmPlayer } from '../fields/media-players.tsx'
import { ReferredName } from '../fields/reference-field.tsx'
import { useEditedItem } from '../form/editor/editor-context.ts'
import type { OpenForm } from '../form/editor/open-form.ts'
import { chooseSide } from '../form/editor/stored-conflict.ts'
import { toComparableText } from '../form/field-values.ts'
import {
  getFieldValue,
  getFormattingField,
  getStoredPicture,
  parseAltName,
  splitIntoBlocks,
  summarizeValue,
} from '../form/item-values.ts'
import { formatPublicationValue, isPublicationName, publicationValueLabels } from '../publication/choice.ts'
import { type ConflictChoice, type EditConflict, findChangedBlocks, type Origin } from './merge-edits.ts'

interface Words {
  title: string
  region: string
  both: string
  mine: string
  theirs: string
  also: string
  only: string
}

const ofOthers: Words = {
  title: 'Otra persona guardó cambios mientras editabas. Nada se pisó.',
  region: 'Cambios de otra persona',
  both: 'Los dos cambiaron esto: elegí qué queda.',
  mine: 'Lo tuyo',
  theirs: 'Lo de la otra persona',
  also: 'Además cambió esto,',
  only: 'Cambió esto,',
}

const ofOneself: Words = {
  title: 'Guardaste cambios desde otro lado mientras editabas acá. Nada se pisó.',
  region: 'Cambios que guardaste desde otro lado',
  both: 'Cambiaste esto en los dos lados: elegí qué queda.',
  mine: 'Lo de acá',
  theirs: 'Lo que guardaste desde otro lado',
  also: 'Además cambiaste esto,',
  only: 'Cambiaste esto,',
}

/**
 * Shows the changes of another editor, field by field. For a value that both editors changed, the administrator chooses one
 * of the two.
 */
export function Conflict({ conflict, editor }: { conflict: EditConflict; editor: OpenForm }) {
  const { declaration } = editor
  const region = useRef<HTMLElement>(null)
  const { both, onlyTheirs, isOwn } = conflict
  const words = isOwn ? ofOneself : ofOthers
  // Takes the focus so that screen readers announce the conflict. When another editor saves again, this component is
  // mounted again.
  useEffect(() => region.current?.focus(), [])
  const side = (name: string, whose: Origin | 'mine') => (
    <Side name={name} conflict={conflict} whose={whose} />
  )
  return (
    <section className="conflict" aria-label={words.region} tabIndex={-1} ref={region}>
      <p className="conflict-title">{words.title}</p>
      {both.length > 0 && <p>{words.both}</p>}
      {both.map((name) => (
        <Decision
          key={name}
          label={getLabel(declaration, name)}
          choice={conflict.choices[name]}
          words={[words.mine, words.theirs]}
          mine={side(name, 'mine')}
          theirs={side(name, conflict.now)}
          onChoose={(choice) => chooseSide(editor, name, choice)}
        />
      ))}
      {onlyTheirs.length > 0 && (
        <>
          <p>{both.length > 0 ? words.also : words.only} que ya está en tu formulario:</p>
          <dl className="conflict-fields">
            {onlyTheirs.map((name) => (
              <div key={name}>
                <dt>{getLabel(declaration, name)}</dt>
                <dd>
                  {/* The earlier value is left out for a long text, because its marked differences already show it. */}
                  {getDisplay(declaration, name) !== 'html' && (
                    <div>
                      <span className="conflict-whose">Antes</span>
                      {side(name, conflict.before)}
                    </div>
                  )}
                  <div>
                    <span className="conflict-whose">Ahora</span>
                    {side(name, conflict.now)}
                  </div>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p>{both.length > 0 ? 'Después guardá.' : 'Revisalo y guardá: lo que escribiste sigue acá.'}</p>
    </section>
  )
}

interface DecisionProps {
  label: string
  choice: ConflictChoice | undefined
  words: [mine: string, theirs: string]
  mine: ReactNode
  theirs: ReactNode
  onChoose: (choice: ConflictChoice) => void
}

function Decision({ label, choice, words: [ofMine, ofTheirs], mine, theirs, onChoose }: DecisionProps) {
  const id = useId()
  const options = [
    { value: 'mine', words: ofMine, shown: mine },
    { value: 'theirs', words: ofTheirs, shown: theirs },
  ] as const
  return (
    <fieldset className="conflict-decision" data-open={choice ? undefined : ''}>
      <legend>{label}</legend>
      {options.map(({ value, words, shown }) => (
        <div key={value} className="conflict-option">
          <label className="tick">
            <input
              type="radio"
              name={id}
              checked={choice === value}
              aria-describedby={`${id}-${value}`}
              onChange={() => onChoose(value)}
            />
            {words}
          </label>
          <div id={`${id}-${value}`}>{shown}</div>
        </div>
      ))}
    </fieldset>
  )
}

const getDisplay = ({ fields }: Declaration, name: string) =>
  fields[name] && getFieldType(fields[name]).display

/** Returns the label of a field, or of the text alternative of a picture. */
function getLabel(declaration: Declaration, name: string): string {
  if (isPublicationName(name)) return publicationValueLabels[name]
  const picture = parseAltName(name)
  const label = declaration.fields[picture ?? name]?.label ?? name
  return picture === null ? label : `${label}: qué se ve`
}

interface SideProps {
  name: string
  conflict: EditConflict
  whose: Origin | 'mine'
}

/** Shows one of the two values in conflict. Pictures are shown as pictures, and long texts by their differences. */
function Side({ name, conflict, whose }: SideProps) {
  const { declaration } = useEditedItem()
  const { timeZone } = useClub().identity
  const values = whose === 'mine' ? conflict.mine : whose.base
  const value = toComparableText(getFieldValue(values, name))
  if (isPublicationName(name))
    return <p className="conflict-value">{formatPublicationValue(name, value, Date.now(), timeZone)}</p>
  const field = getFormattingField(declaration, name)
  if (!field) {
    const isDecorative = getFieldValue(values, name) === null
    return <p className="conflict-value">{isDecorative ? '(decorativa)' : value || '(sin descripción)'}</p>
  }
  const { display } = getFieldType(field)
  if (display === 'picture') {
    const address =
      whose === 'mine'
        ? value
        : whose === conflict.now
          ? getStoredPicture(conflict.version.item, name)
          : whose.pictures[name]
    return <img className="conflict-picture" src={address ?? ''} alt={field.label} />
  }
  if (display === 'film' && value) return <FilmPlayer path={value} label={field.label} />
  if (display === 'audio' && value) return <AudioPlayer path={value} label={field.label} />
  if (display === 'html')
    return <Differences before={toComparableText(getFieldValue(conflict.before.base, name))} after={value} />
  if (field.kind === 'reference')
    return <ReferredName reference={getFieldValue(values, name) as Reference | null} />
  return <p className="conflict-value">{summarizeValue(field, getFieldValue(values, name)) || '(vacío)'}</p>
}

function Differences({ before, after }: { before: string; after: string }) {
  const { removed, added } = findChangedBlocks(splitIntoBlocks(before), splitIntoBlocks(after))
  if (removed.length + added.length === 0) return <p className="conflict-value">Cambió solo el formato.</p>
  return (
    <div className="conflict-value conflict-text">
      {removed.map((block) => (
        <del key={block}>
          <span className="unseen">Sacó: </span>
          {block}
        </del>
      ))}
      {added.map((block) => (
        <ins key={block}>
          <span className="unseen">Agregó: </span>
          {block}
        </ins>
      ))}
    </div>
  )
}
