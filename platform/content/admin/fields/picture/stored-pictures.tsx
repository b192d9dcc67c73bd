import './stored-pictures.css'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { adminApi } from '../../../../admin-layout/admin-api.ts'
import { Button } from '../../../../admin-layout/button.tsx'
import { useModal } from '../../../../admin-layout/overlay.tsx'
import type { Answer } from '../../../../api/client/call.ts'
import { QUERY_MAX } from '../../../../shared/limits.ts'
import { formatLongDate, nightDay } from '../../../../shared/night-dates.ts'
import { liveRegion } from '../../../../ui/live-region.ts'
import { hasNights } from '../../../shared/field-types.ts'
import type { Shape } from '../../../shared/fields.ts'
import { getDeclaration } from '../../../shared/resources.ts'
import type { StoredPicture } from '../../../shared/stored-picture.ts'
import { AltField } from './alt-field.tsx'
import { describePicture } from './describe-picture.ts'
import { getLargestPart, getOutputSize, isSmallFor } from './picture-file.ts'
import type { StoredSource } from './use-picture.ts'

const PICTURES_A_PAGE = 24
const SEARCH_DELAY_MS = 300
/** Smallest width of the pictures in the grid, px. */
const TILE_WIDTH = 320

export interface StoredPicturesProps {
  /** Label of the field. */
  of: string
  /** `whole`: the field keeps the ratio of the picture. `cutFrom`: the field can be cut from another one. */
  field: { shape: Shape; whole?: boolean; cutFrom?: string }
  /** @param alt the description of the picture in the item that uses it. Blank for none */
  onChoose: (source: StoredSource, alt: string, stored: StoredPicture) => void
  onClose: () => void
}

interface Query {
  q: string
  isUndescribed: boolean
  page: number
}

/** Dialog to choose a picture that an item already uses, and to describe pictures without a description. */
export function StoredPictures({ of, field, onChoose, onClose }: StoredPicturesProps) {
  const dialog = useModal()
  const id = useId()
  const [query, setQuery] = useState<Query>({ q: '', isUndescribed: false, page: 1 })
  const { answer, isLoading, reload, replace } = useStoredPictures(query)
  const [described, setDescribed] = useState('')
  const search = (next: Query) => {
    setDescribed('')
    setQuery(next)
  }
  const pictures = answer?.ok ? answer.value : []
  const close = () => dialog.current?.close()
  // The dialog is outside of the item's form, because HTML has no form within a form. React events still reach that form.
  return createPortal(
    <dialog
      ref={dialog}
      className="dialog stored-pictures"
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onSubmit={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      onBlur={(event) => event.stopPropagation()}
    >
      <div className="stored-head">
        <h2 id={`${id}-title`}>
          Imágenes ya subidas<span className="unseen"> para {of}</span>
        </h2>
        <Button onClick={close}>Cerrar</Button>
      </div>
      <Filters query={query} onChange={search} />
      <p className="stored-total" {...liveRegion}>
        {isLoading ? 'Buscando…' : described || (answer?.ok ? formatTotal(answer.total, query) : '')}
      </p>
      {answer && !answer.ok && (
        <div role="alert">
          <p className="problem">{answer.problem.detail}</p>
          <Button onClick={reload}>Probar de nuevo</Button>
        </div>
      )}
      <ul className="stored-grid" aria-busy={isLoading} onKeyDown={moveInGrid}>
        {pictures.map((one) => (
          <Tile
            key={getKey(one)}
            stored={one}
            isSmall={isSmall(one, field.shape, field.whole === true)}
            onChoose={() => {
              close()
              // The form replaces a cut picture that is a path (picture-origins.ts).
              const { src } = one.picture
              onChoose({ address: async () => src, path: field.cutFrom ? null : src }, one.alt ?? '', one)
            }}
            onDescribed={(alt) => {
              replace(one, { ...one, alt })
              setDescribed(alt === null ? 'Queda como decorativa.' : 'La descripción quedó guardada.')
            }}
          />
        ))}
      </ul>
      {answer?.ok && (
        <PageButtons
          page={query.page}
          total={answer.total}
          onPage={(page) => {
            search({ ...query, page })
            dialog.current?.scrollTo(0, 0)
          }}
        />
      )}
    </dialog>,
    document.querySelector('.admin') ?? document.body,
  )
}

const getKey = ({ resource, item, field }: StoredPicture): string => `${resource} ${item} ${field}`

function formatTotal(total: number, { q, isUndescribed }: Query): string {
  if (total > 0) return total === 1 ? '1 imagen' : `${total} imágenes`
  if (q.trim() !== '') return 'Ninguna imagen coincide con la búsqueda.'
  return isUndescribed
    ? 'Todas las imágenes tienen su descripción.'
    : 'Todavía no hay imágenes. Las que subas aparecen acá.'
}

function isSmall({ picture: { width, height } }: StoredPicture, shape: Shape, isWhole: boolean): boolean {
  const size = { width, height }
  if (isWhole) return isSmallFor(size, shape, true)
  const part = getLargestPart(width, height, shape.width / shape.height)
  return isSmallFor(getOutputSize(size, part, shape), shape, false)
}

/** Loads one page of the pictures. The pages before stay until the next one has arrived. */
function useStoredPictures({ q, isUndescribed, page }: Query) {
  const [answer, setAnswer] = useState<Answer<StoredPicture[]> | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the request
  useEffect(() => {
    let isOutdated = false
    setLoading(true)
    const filter = isUndescribed ? { undescribed: '1' as const } : {}
    void adminApi.get('/pictures', { query: { q, page, limit: PICTURES_A_PAGE, ...filter } }).then((got) => {
      if (isOutdated) return
      setAnswer(got)
      setLoading(false)
    })
    return () => {
      isOutdated = true
    }
  }, [q, isUndescribed, page, attempt])
  return {
    answer,
    isLoading,
    reload: () => setAttempt(attempt + 1),
    replace: (before: StoredPicture, after: StoredPicture) =>
      setAnswer((now) =>
        now?.ok ? { ...now, value: now.value.map((one) => (one === before ? after : one)) } : now,
      ),
  }
}

function Filters({ query, onChange }: { query: Query; onChange: (query: Query) => void }) {
  const [typed, setTyped] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = (q: string) => {
    clearTimeout(timer.current)
    onChange({ ...query, q, page: 1 })
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const label = 'Buscar por nombre o fecha'
  return (
    <search>
      <form
        className="stored-filters"
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <div className="search">
          <input
            type="search"
            className="control"
            aria-label={label}
            placeholder={label}
            maxLength={QUERY_MAX}
            value={typed}
            onChange={({ target: { value } }) => {
              setTyped(value)
              clearTimeout(timer.current)
              timer.current = setTimeout(() => search(value), SEARCH_DELAY_MS)
            }}
          />
          <Button type="submit">Buscar</Button>
        </div>
        <label className="tick">
          <input
            type="checkbox"
            checked={query.isUndescribed}
            onChange={({ target: { checked } }) => {
              clearTimeout(timer.current)
              onChange({ q: typed, isUndescribed: checked, page: 1 })
            }}
          />
          Solo sin descripción
        </label>
      </form>
    </search>
  )
}

/** Moves the focus between the pictures by the arrow keys, Home and End. */
function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.stored-choose')]
  const at = tiles.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const tops = tiles.map((tile) => tile.getBoundingClientRect().top)
  const secondRow = tops.findIndex((top) => top > Number(tops[0]))
  const columns = secondRow < 0 ? tiles.length : secondRow
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -at,
    End: tiles.length - 1 - at,
  }
  const next = tiles[at + (steps[event.key] ?? Number.NaN)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface TileProps {
  stored: StoredPicture
  isSmall: boolean
  onChoose: () => void
  onDescribed: (alt: string | null) => void
}

function Tile({ stored, isSmall, onChoose, onDescribed }: TileProps) {
  const { picture, resource, name, alt } = stored
  const declaration = getDeclaration(resource)
  const [isDescribing, setDescribing] = useState(false)
  const choose = useRef<HTMLButtonElement>(null)
  const width = picture.widths.find((one) => one >= TILE_WIDTH) ?? picture.width
  const end = () => {
    setDescribing(false)
    choose.current?.focus()
  }
  return (
    <li className="stored-tile">
      <button ref={choose} type="button" className="stored-choose" onClick={onChoose}>
        <img
          src={`${picture.base}-${width}.webp`}
          width={picture.width}
          height={picture.height}
          // The description is written below the picture.
          alt=""
          loading="lazy"
          decoding="async"
        />
        <span className="stored-name">{name}</span>
        <span className="stored-facts mono">
          {declaration.words.one}
          {stored.date !== null && `, ${formatDay(stored)}`}
        </span>
        <span className="stored-alt" data-missing={alt === '' ? '' : undefined}>
          {alt === '' ? 'Sin descripción' : (alt ?? 'Decorativa')}
        </span>
        {isSmall && <span className="stored-small entry-warning">Chica para este lugar</span>}
      </button>
      {isDescribing ? (
        <Describe
          stored={stored}
          onDescribed={(text) => {
            onDescribed(text)
            end()
          }}
          onCancel={end}
        />
      ) : (
        !alt && (
          <Button onClick={() => setDescribing(true)}>
            Describir<span className="unseen"> la imagen de {name}</span>
          </Button>
        )
      )}
    </li>
  )
}

function formatDay({ resource, date }: StoredPicture): string {
  const text = String(date)
  return formatLongDate(hasNights(getDeclaration(resource)) ? nightDay(text) : text, { year: true })
}

interface DescribeProps {
  stored: StoredPicture
  onDescribed: (alt: string | null) => void
  onCancel: () => void
}

const NOT_WRITTEN = 'Falta contar qué se ve. Si es un adorno, marcá que es decorativa.'

/** The field that describes a picture, and saves the description to the item that uses the picture. */
function Describe({ stored, onDescribed, onCancel }: DescribeProps) {
  const [alt, setAlt] = useState<string | null>('')
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  async function save() {
    if (isBusy) return
    if (alt?.trim() === '') {
      setFailure(NOT_WRITTEN)
      input.current?.focus()
      return
    }
    setBusy(true)
    const refusal = await describePicture(stored, alt)
    setBusy(false)
    if (refusal === null) onDescribed(alt)
    else setFailure(refusal)
  }

  return (
    <form
      className="stored-describe"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <AltField
        of={stored.name}
        alt={alt}
        onChange={(text) => {
          setAlt(text)
          setFailure('')
        }}
        isRequired
        error={failure || undefined}
        ref={input}
      />
      <div className="stored-actions">
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" kind="strong">
          {isBusy ? 'Guardando…' : 'Guardar'}
        </Button>
      </div>
    </form>
  )
}

interface PageButtonsProps {
  page: number
  total: number
  onPage: (page: number) => void
}

function PageButtons({ page, total, onPage }: PageButtonsProps) {
  const pages = Math.ceil(total / PICTURES_A_PAGE)
  if (pages <= 1) return null
  // The buttons stay, so that the focus does not get lost on the first and the last page.
  return (
    <nav className="pages" aria-label="Páginas de imágenes">
      <Button isDisabled={page <= 1} onClick={() => onPage(page - 1)}>
        Anterior
      </Button>
      <span className="mono">
        {page} de {pages}
      </span>
      <Button isDisabled={page >= pages} onClick={() => onPage(page + 1)}>
        Siguiente
      </Button>
    </nav>
  )
}
