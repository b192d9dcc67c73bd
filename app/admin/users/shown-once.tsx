import { useState } from 'react'

interface CopyProps {
  text: string
  label: string
}

/** Browsers lend the clipboard to pages under https only, and to those of the machine itself. */
const canCopy = () => navigator.clipboard !== undefined

export function Copy({ text, label }: CopyProps) {
  const [isCopied, setCopied] = useState(false)
  if (!canCopy()) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <button type="button" className="button" onClick={() => void copy()}>
        {isCopied ? 'Copiado' : label}
      </button>
      <span className="unseen" role="status">
        {isCopied ? 'Copiado' : ''}
      </span>
    </>
  )
}

/** Ten codes that the server does not know any more: it keeps their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const text = `${codes.join('\n')}\n`
  function save() {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    Object.assign(document.createElement('a'), {
      href: url,
      download: 'codigos-de-recuperacion.txt',
    }).click()
    URL.revokeObjectURL(url)
  }
  return (
    <section className="panel-form" aria-label="Códigos de recuperación">
      <p>
        <strong>Guardá estos códigos ahora: no se vuelven a mostrar.</strong> Si perdés la app, cada uno te
        deja entrar una vez.
      </p>
      <ol className="codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="panel-actions">
        <Copy text={text} label="Copiar" />
        <button type="button" className="button" onClick={save}>
          Descargar
        </button>
        <button type="button" className="button button-strong" onClick={onDone}>
          Ya los guardé
        </button>
      </div>
    </section>
  )
}
