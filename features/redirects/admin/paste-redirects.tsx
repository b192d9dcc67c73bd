/** Adds many redirects from a pasted text. Lines with a fault are listed with their reason, and stay in the text. */
import { type FormEvent, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { Field } from '../../../platform/forms/field.tsx'
import { liveRegion } from '../../../platform/ui/live-region.ts'
import { notify } from '../../../platform/ui/notify.ts'
import { PASTED_MAX, type RefusedLine, reviewPaste } from './pasted-redirects.ts'
import { formatCount } from './redirect-words.ts'
import type { Redirects } from './use-redirects.ts'

/** Refused lines that are drawn. The others are counted. */
const REFUSED_SHOWN = 100

const NO_REFUSALS: ReadonlyMap<string, string> = new Map()

export function PasteRedirects({ redirects }: { redirects: Redirects }) {
  const { rows, busy, add } = redirects
  const form = useForm({ defaultValues: { text: '' } })
  const [refusals, setRefusals] = useState(NO_REFUSALS)
  const [error, setError] = useState<string>()
  const text = form.watch('text')
  const { added, refused } = useMemo(
    () => reviewPaste(text, { rows, origins: [location.origin], refusals }),
    [text, rows, refusals],
  )

  async function send() {
    if (added.length === 0) {
      setError(text.trim() === '' ? 'Pegá la lista.' : 'No hay ningún renglón para agregar.')
      form.setFocus('text')
      return
    }
    const refusedNow = await add(added)
    if (refusedNow === null) return
    const again = new Set(refusedNow.map(({ from, to }) => `${from} ${to}`))
    const left = [...refused.map((line) => line.text), ...again]
    setRefusals(new Map(refusedNow.map(({ from, message }) => [from, message])))
    form.setValue('text', left.join('\n'))
    const count = added.length - again.size
    if (count > 0) notify({ title: 'Agregado', text: `${formatCount(count, 'dirección', 'direcciones')}.` })
    form.setFocus('text')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <form noValidate className="redirect-form" onSubmit={submit}>
      <Field
        label="La lista"
        hint="Una por renglón: la vieja, un espacio y la nueva. También con flecha, o copiada de una planilla o de un CSV."
        error={error}
      >
        {(control) => (
          <textarea
            className="control mono"
            rows={4}
            maxLength={PASTED_MAX}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder={'/agenda.php /fechas\n/contacto.html → /contact'}
            {...form.register('text', { onChange: () => setError(undefined) })}
            {...control}
          />
        )}
      </Field>
      <p {...liveRegion} className="redirect-summary">
        {text.trim() !== '' &&
          `${formatCount(added.length, 'renglón se agrega', 'renglones se agregan')}. ${
            refused.length === 0 ? '' : `${formatCount(refused.length, 'no', 'no')}.`
          }`}
      </p>
      {refused.length > 0 && <Refused lines={refused} />}
      <div className="screen-actions">
        <Button type="submit" kind="strong" isDisabled={busy}>
          {added.length === 0
            ? 'Agregar'
            : `Agregar ${formatCount(added.length, 'dirección', 'direcciones')}`}
        </Button>
      </div>
    </form>
  )
}

function Refused({ lines }: { lines: readonly RefusedLine[] }) {
  const more = lines.length - REFUSED_SHOWN
  return (
    <section aria-label="Renglones que no se agregan">
      <ol className="redirect-refused">
        {lines.slice(0, REFUSED_SHOWN).map(({ line, text, reason }) => (
          <li key={line} value={line}>
            <bdi className="mono">{text}</bdi>
            <span className="redirect-reason">{reason}</span>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="entry-hint">Y {formatCount(more, 'renglón más', 'renglones más')}.</p>}
    </section>
  )
}
