import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { Answer, Sending } from '../../../../api/client/call.ts'
import type { AnyEntity } from '../../../shared/resources.ts'
import type { FileOutcome } from '../../form/editor/pending-files.ts'
import { isTouched } from '../touched.ts'
import { useDrop } from '../use-drop.ts'
import { FILM_ACCEPTED, openFilm } from './film-file.ts'
import { FilmPlayer } from './film-player.tsx'
import '../../form/form.css'

/** Sends a film, and the picture that was taken from it. */
export type AddFilm = (film: File, frame: string, sending: Sending) => Promise<Answer<AnyEntity>>

interface FilmFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Its path; blank: the film that ships. */
  value: string
  /** Path of the film that is stored. */
  stored: string
  onChange: (value: string) => void
  add: AddFilm
  /** Receives the outcome of each chosen film. The form waits for it before saving. */
  onSend: (outcome: Promise<FileOutcome>) => void
  /** Focus lands on the button that chooses. */
  ref?: Ref<{ focus: () => void }> | undefined
}

/** null: nothing is going on. `sent`: 0–1; null while the file is being looked at. */
type Working = { sent: number | null } | null

const CANCELLED = 'Cancelaste el envío: quedó el film que estaba.'

/** Drop or choose; it is looked at here first, then sent with its progress told, and is on the site when it has arrived. */
export function FilmField(props: FilmFieldProps) {
  const { label, hint, error, value, stored, onChange, add, onSend, ref } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const cancelling = useRef<HTMLButtonElement>(null)
  const controller = useRef<AbortController | null>(null)
  const [working, setWorking] = useState<Working>(null)
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState('')
  const isWorking = working !== null
  const wasWorking = useRef(isWorking)
  // What had the focus goes: what stands in its place goes on.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (isWorking !== wasWorking.current && isLost) (isWorking ? cancelling : input).current?.focus()
    wasWorking.current = isWorking
  }, [isWorking])
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }))

  function take(file: File | undefined) {
    if (!file || controller.current) return
    const sending = new AbortController()
    controller.current = sending
    setFailure('')
    setDone('')
    setWorking({ sent: null })
    onSend(
      send(file, sending.signal)
        .then((message): FileOutcome => {
          setFailure(message)
          return message === '' ? 'arrived' : message === CANCELLED ? 'unchanged' : 'dropped'
        })
        .finally(() => {
          controller.current = null
          setWorking(null)
        }),
    )
  }

  /** @returns what went wrong, or nothing */
  async function send(file: File, signal: AbortSignal): Promise<string> {
    const opened = await openFilm(file)
    if (signal.aborted) return CANCELLED
    if (!opened.ok) return opened.message
    setWorking({ sent: 0 })
    try {
      const answer = await add(file, opened.frame, { signal, onProgress: (sent) => setWorking({ sent }) })
      if (!answer.ok) return answer.problem.detail
      setDone('El film ya se ve en el sitio, con una imagen sacada de él si no elegiste otra.')
      return ''
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') return CANCELLED
      throw cause
    }
  }

  const drop = useDrop(({ files }) => take(files[0]))
  const message = failure || error
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const percent = working?.sent == null ? null : Math.round(working.sent * 100)
  const isSent = percent === 100
  return (
    <fieldset className="entry picture-entry" data-invalid={message ? '' : undefined} {...drop}>
      <legend>
        {label} <span className="measure">MP4, hasta 24 MB</span>
      </legend>
      <div className="picture-well" data-empty={value ? undefined : ''}>
        {value ? (
          <FilmPlayer path={value} label={label} />
        ) : (
          <p className="picture-invitation">
            {stored
              ? 'Al guardar vuelve el film que viene.'
              : isTouched()
                ? 'Está el film que viene. Elegí uno de ustedes.'
                : 'Está el film que viene. Soltá uno de ustedes acá, o elegilo.'}
          </p>
        )}
        <div className="sending" role="status">
          {working && (
            <>
              {percent !== null && <progress max={100} value={percent} aria-label="Enviado" />}
              {percent === null ? 'Abriendo el film…' : isSent ? 'Guardando…' : `Subiendo ${percent} %`}
            </>
          )}
          {!working && done}
        </div>
        <div className="picture-actions">
          {working && (
            <button
              type="button"
              className="button"
              ref={cancelling}
              // All of it is with the club, which keeps it.
              aria-disabled={isSent || undefined}
              onClick={() => {
                if (!isSent) controller.current?.abort()
              }}
            >
              Cancelar<span className="unseen"> el envío del film</span>
            </button>
          )}
          {!working && (
            <label className="button">
              {value ? 'Cambiar film' : 'Elegir film'}
              <input
                ref={input}
                type="file"
                className="unseen"
                accept={FILM_ACCEPTED}
                aria-label={`${label}: ${value ? 'cambiar film' : 'elegir film'}`}
                aria-invalid={message ? true : undefined}
                aria-describedby={[message && errorId, hint && hintId].filter(Boolean).join(' ') || undefined}
                onChange={(event) => {
                  const file = event.target.files?.[0]
                  // Choosing the same file again has to count as choosing.
                  event.target.value = ''
                  take(file)
                }}
              />
            </label>
          )}
          {!working && value && (
            <button
              type="button"
              className="button"
              onClick={() => {
                setDone('')
                onChange('')
                input.current?.focus()
              }}
            >
              Volver al film que viene
            </button>
          )}
          {!working && !value && stored && (
            <button
              type="button"
              className="button"
              onClick={() => {
                onChange(stored)
                input.current?.focus()
              }}
            >
              Dejar el que estaba
            </button>
          )}
        </div>
      </div>
      {message && (
        <p className="entry-error" id={errorId}>
          {message}
        </p>
      )}
      <p className="entry-hint" id={hintId}>
        {hint} Se ve en el sitio apenas termina de subir.
      </p>
    </fieldset>
  )
}
