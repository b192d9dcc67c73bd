/** Field for a reference to an item. The search covers all resources that the field allows, and also hidden items. */
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { lazyPart } from '../../../admin-layout/lazy-part.tsx'
import { type DescribedFieldProps, Field } from '../../../forms/field.tsx'
import { liveRegion } from '../../../ui/live-region.ts'
import { parseReference, serializeReference } from '../../shared/field-types.ts'
import type { Reference } from '../../shared/fields.ts'
import { type FoundReference, loadReferred, remember, searchReferences } from './found-references.ts'

/** Delay between the last key and the search, ms. */
const ASK_DELAY_MS = 250

/** Loads the referenced item. Returns undefined while the item loads, and null when it does not exist. */
function useReferred(reference: Reference | null): FoundReference | null | undefined {
  const key = reference && serializeReference(reference)
  const [answer, setAnswer] = useState<{ key: string; found: FoundReference | null }>()
  useEffect(() => {
    if (key === null) return
    let isGone = false
    void loadReferred(parseReference(key)).then((found) => {
      if (!isGone) setAnswer({ key, found })
    })
    return () => {
      isGone = true
    }
  }, [key])
  return answer?.key === key ? answer?.found : undefined
}

export function ReferredName({ reference }: { reference: Reference | null }) {
  const found = useReferred(reference)
  if (reference === null) return <p className="conflict-value">(ninguno)</p>
  return (
    <p className="conflict-value">{found === undefined ? '…' : (found?.name ?? 'Ya no está en el club')}</p>
  )
}

interface ReferenceFieldProps extends DescribedFieldProps {
  to: readonly string[]
  value: Reference | null
  onChange: (value: Reference | null) => void
  ref?: ComponentProps<'input'>['ref'] | undefined
}

/** Field whose value is only a reference, without a text of its own. */
export function ReferenceField({ value, onChange, ...props }: ReferenceFieldProps) {
  const [text, setText] = useState('')
  return (
    <SearchField
      {...props}
      text={text}
      onText={setText}
      chosen={value}
      onChoose={(found) => {
        setText('')
        onChange(found?.reference ?? null)
      }}
      placeholder={value ? 'Buscar otro' : 'Buscar por nombre'}
    />
  )
}

interface SearchFieldProps extends DescribedFieldProps {
  to: readonly string[]
  text: string
  onText: (text: string) => void
  chosen: Reference | null
  /** Called with the chosen item. null removes the reference. */
  onChoose: (found: FoundReference | null) => void
  placeholder?: string
  maxLength?: number | undefined
  /** True when the typed name is a value too, so that no item has to be created. */
  isNameEnough?: boolean
  ref?: ComponentProps<'input'>['ref'] | undefined
}

/** A text input with suggestions (WAI-ARIA combobox with a listbox), followed by the chosen item. */
export function SearchField(props: SearchFieldProps) {
  const {
    label,
    hint,
    error,
    to,
    text,
    onText,
    chosen,
    onChoose,
    placeholder,
    maxLength,
    ref,
    isNameEnough = false,
  } = props
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [results, setResults] = useState<{ q: string; found: FoundReference[] }>({ q: '', found: [] })
  const [active, setActive] = useState(-1)
  const q = text.trim()
  const isAsking = isOpen && results.q !== q
  const found = isOpen && !isAsking ? results.found : []

  useEffect(() => {
    if (!isOpen || results.q === q) return
    let isGone = false
    const timer = setTimeout(async () => {
      const found = q === '' ? [] : await searchReferences(to, q)
      if (!isGone) setResults({ q, found })
    }, ASK_DELAY_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isOpen, q, results.q, to])

  function choose(result: FoundReference) {
    remember(result)
    setOpen(false)
    setActive(-1)
    onChoose(result)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      if (found.length > 0) setActive((active + step + found.length) % found.length)
    } else if (event.key === 'Enter' && isOpen) {
      setOpen(false)
      if (found[active]) choose(found[active])
      // With a name that is enough, Enter ends the field and not only its search.
      if (found[active] || !isNameEnough) event.preventDefault()
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    }
  }

  const isShown = found.length > 0
  const isUnknown = q !== '' && chosen === null && (!isOpen || (!isAsking && !isShown))
  const list = useRef<HTMLDivElement>(null)
  // Scrolls the list of suggestions into view, because a phone's keyboard or the form's bar may cover it.
  useEffect(() => {
    if (isShown) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <div className="combobox">
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <input
            type="text"
            className="control"
            role="combobox"
            aria-expanded={isShown}
            aria-controls={isShown ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            enterKeyHint={isNameEnough ? 'next' : undefined}
            placeholder={placeholder}
            maxLength={maxLength}
            value={text}
            onChange={(event) => {
              onText(event.target.value)
              setOpen(true)
              setActive(-1)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
            ref={ref}
            {...control}
          />
        )}
      </Field>
      {isShown && (
        <div ref={list} className="combobox-list" role="listbox" id={listId} aria-label="Del club">
          {found.map((result, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
            <div
              key={serializeReference(result.reference)}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className="combobox-option"
              // Keeps the focus in the input.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(result)}
            >
              {result.name} <span className="combobox-facts">{result.facts}</span>
            </div>
          ))}
        </div>
      )}
      <p className="unseen" {...liveRegion}>
        {isOpen && q !== '' && !isAsking ? resultsInWords(found.length) : ''}
      </p>
      {chosen && <ChosenItem reference={chosen} onClear={() => onChoose(null)} />}
      {isUnknown && <CreateOffer to={to} name={q} isNameEnough={isNameEnough} onCreated={choose} />}
    </div>
  )
}

interface CreateOfferProps {
  to: readonly string[]
  name: string
  isNameEnough: boolean
  onCreated: (found: FoundReference) => void
}

/** Loaded on demand, because most names belong to the club already. */
const CreateReferenced = lazyPart(
  'crear',
  async () => (await import('./create-referenced.tsx')).CreateReferenced,
)

/** Offers to create an item for a name that no item of the club has. */
export function CreateOffer({ to, name, isNameEnough, onCreated }: CreateOfferProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="combobox-chosen">
      <span>
        «<bdi>{name}</bdi>» no tiene página en el sitio{isNameEnough && ': con el nombre alcanza'}.
      </span>
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Crear su página<span className="unseen"> ({name})</span>
      </button>
      {isOpen && (
        <CreateReferenced
          to={to}
          name={name}
          onCreated={(found) => {
            remember(found)
            onCreated(found)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
  )
}

const resultsInWords = (count: number): string =>
  count === 0 ? 'Nadie del club se llama así.' : count === 1 ? '1 del club' : `${count} del club`

function ChosenItem({ reference, onClear }: { reference: Reference; onClear: () => void }) {
  const found = useReferred(reference)
  const name = found?.name ?? 'quien ya no está en el club'
  return (
    <p className="combobox-chosen">
      <span>
        {found === undefined
          ? 'Del club'
          : found === null
            ? 'Ya no está en el club.'
            : `Del club: ${name}, ${found.facts}`}
      </span>
      <button type="button" className="button" onClick={onClear}>
        Desvincular<span className="unseen"> a {name}</span>
      </button>
    </p>
  )
}
