import { Copy } from '../../admin-layout/share-actions.tsx'

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
