import './redirects.css'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLoaderData } from 'react-router'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { Heading, ProblemText } from '../../../platform/admin-layout/screen-parts.tsx'
import { Bar } from '../../../platform/forms/action-bar.tsx'
import { FormProblemRow } from '../../../platform/forms/form-problem.tsx'
import { passFocus } from '../../../platform/ui/focus.ts'
import type { Redirect, UnknownAddress } from '../shared/redirects.ts'
import { PasteRedirects } from './paste-redirects.tsx'
import { RedirectForm } from './redirect-form.tsx'
import { formatCount } from './redirect-words.ts'
import { useRedirects } from './use-redirects.ts'

export const clientLoader = async () => {
  const [list, unknown] = await Promise.all([adminApi.get('/redirects'), adminApi.get('/redirects/unknown')])
  return { list, unknown }
}

/** Screen of the redirects from old addresses, and of the addresses that visitors request in vain. */
export default function RedirectsScreen() {
  const { list, unknown } = useLoaderData<typeof clientLoader>()
  const problem = !list.ok ? list.problem : !unknown.ok ? unknown.problem : null
  return (
    <div className="screen">
      <Heading lead="Los enlaces del sitio anterior, o de una fecha que cambió de nombre, llevan a donde digas. Una dirección vieja vale solo mientras no haya una página ahí.">
        Direcciones viejas
      </Heading>
      {problem && <ProblemText problem={problem} />}
      {list.ok && unknown.ok && (
        <Editor rows={list.value.data} etag={list.etag} unknown={unknown.value.data} />
      )}
    </div>
  )
}

const NO_REDIRECT: Redirect = { from: '', to: '' }

interface EditorProps {
  rows: Redirect[]
  etag: string | null
  unknown: UnknownAddress[]
}

function Editor({ rows: loaded, etag, unknown }: EditorProps) {
  const redirects = useRedirects({ rows: loaded, etag })
  const form = useForm<Redirect>({ defaultValues: NO_REDIRECT })
  const [changing, setChanging] = useState<string | null>(null)
  const { rows, problem, undoRows } = redirects
  const redirected = new Set(rows.map(({ from }) => from))
  const missing = unknown.filter(({ path }) => !redirected.has(path))

  /** Puts a redirect into the form. `reset` would forget the fields until the next rendering, so they could take no focus. */
  function fill({ from, to }: Redirect, change: string | null) {
    setChanging(change)
    form.clearErrors()
    form.setValue('from', from)
    form.setValue('to', to)
  }

  return (
    <>
      <section className="redirect-section" aria-labelledby="redirect-one">
        <h2 className="menu-title mono" id="redirect-one">
          {changing === null ? 'Agregar una' : 'Cambiar una'}
        </h2>
        <RedirectForm
          form={form}
          redirects={redirects}
          changing={changing}
          onDone={() => {
            fill(NO_REDIRECT, null)
            form.setFocus('from')
          }}
        />
      </section>
      <section className="redirect-section" aria-labelledby="redirect-unknown">
        <h2 className="menu-title mono" id="redirect-unknown" tabIndex={-1}>
          Direcciones que no existen
        </h2>
        {missing.length === 0 ? (
          <p>Nadie pidió una página que no existe en los últimos 30 días.</p>
        ) : (
          <UnknownList
            unknown={missing}
            onChoose={(path) => {
              fill({ from: path, to: '' }, null)
              form.setFocus('to')
            }}
          />
        )}
      </section>
      <section className="redirect-section" aria-labelledby="redirect-list">
        <h2 className="menu-title mono" id="redirect-list" tabIndex={-1}>
          Llevan a otra página
        </h2>
        {rows.length === 0 ? (
          <p>No hay ninguna.</p>
        ) : (
          <RedirectRows
            rows={rows}
            isBusy={redirects.busy}
            onChange={(redirect) => {
              fill(redirect, redirect.from)
              form.setFocus('to')
            }}
            onRemove={(redirect) => {
              if (changing === redirect.from) fill(NO_REDIRECT, null)
              void redirects.remove(redirect)
            }}
          />
        )}
      </section>
      <section className="redirect-section" aria-labelledby="redirect-paste">
        <h2 className="menu-title mono" id="redirect-paste">
          Pegar una lista
        </h2>
        <PasteRedirects redirects={redirects} />
      </section>
      {(problem || undoRows) && (
        <Bar>
          {problem && <FormProblemRow problem={problem} />}
          {undoRows}
        </Bar>
      )}
    </>
  )
}

/** Rows of a list that are drawn at first. */
const ROWS_SHOWN = 50

interface RedirectRowsProps {
  rows: readonly Redirect[]
  isBusy: boolean
  onChange(redirect: Redirect): void
  onRemove(redirect: Redirect): void
}

function RedirectRows({ rows, isBusy, onChange, onRemove }: RedirectRowsProps) {
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState(ROWS_SHOWN)
  const words = query.trim().toLowerCase()
  const found =
    words === '' ? rows : rows.filter(({ from, to }) => `${from} ${to}`.toLowerCase().includes(words))
  return (
    <>
      {rows.length > ROWS_SHOWN / 5 && (
        <input
          type="search"
          className="control redirect-search"
          aria-label="Buscar en la lista"
          placeholder="Buscar en la lista"
          maxLength={200}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <p className="redirect-count" aria-live="polite">
        {formatCount(found.length, 'dirección', 'direcciones')}
      </p>
      <ul className="redirect-rows">
        {found.slice(0, shown).map((redirect) => (
          <li key={redirect.from} className="redirect-row">
            <p className="redirect-words mono">
              <bdi>{redirect.from}</bdi> <span aria-hidden="true">→</span>
              <span className="unseen">lleva a</span> <bdi>{redirect.to}</bdi>
            </p>
            <div className="screen-actions">
              <Button onClick={() => onChange(redirect)}>
                Cambiar<span className="unseen"> {redirect.from}</span>
              </Button>
              <Button isDisabled={isBusy} onClick={() => onRemove(redirect)}>
                Quitar<span className="unseen"> {redirect.from}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <More total={found.length} shown={shown} onMore={() => setShown(shown + 4 * ROWS_SHOWN)} />
    </>
  )
}

interface UnknownListProps {
  unknown: readonly UnknownAddress[]
  onChoose(path: string): void
}

function UnknownList({ unknown, onChoose }: UnknownListProps) {
  const [shown, setShown] = useState(ROWS_SHOWN / 5)
  return (
    <>
      <ul className="redirect-rows">
        {unknown.slice(0, shown).map(({ path, count }) => (
          <li key={path} className="redirect-row">
            <p className="redirect-words mono">
              <bdi>{path}</bdi>
              <span className="redirect-reason">{formatCount(count, 'vez', 'veces')}</span>
            </p>
            <Button onClick={() => onChoose(path)}>
              Hacer una redirección<span className="unseen"> de {path}</span>
            </Button>
          </li>
        ))}
      </ul>
      <More total={unknown.length} shown={shown} onMore={() => setShown(shown + ROWS_SHOWN)} />
    </>
  )
}

function More({ total, shown, onMore }: { total: number; shown: number; onMore(): void }) {
  if (total <= shown) return null
  return (
    <div className="screen-actions" ref={passFocus(() => null)}>
      <Button onClick={onMore}>Ver más: {formatCount(total - shown, 'falta', 'faltan')}</Button>
    </div>
  )
}
