import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { adminApi } from '../../../../admin-layout/admin-api.ts'
import { AUDIO_MAX_BYTES, AUDIO_PART_TYPE } from '../../../../media/shared/audio.ts'
import { AUDIO_TOO_LARGE, audioWords } from '../../../../media/shared/audio-words.ts'
import type { FileOutcome } from '../../form/editor/pending-files.ts'
import { isTouched } from '../touched.ts'
import { useDrop } from '../use-drop.ts'
import { AudioPlayer } from './audio-player.tsx'
import { forget, sendAudio, type Unfinished, type UploadCalls, unfinished } from './audio-upload.ts'
import '../../form/form.css'

interface AudioFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Its path; blank: there is none. */
  value: string
  onChange: (value: string) => void
  /** Receives the outcome of each chosen file. The form waits for it before saving. */
  onSend: (outcome: Promise<FileOutcome>) => void
  /** The chosen file failed to upload, so the form was not saved. */
  hasFailed: boolean
  /** Focus lands on the button that chooses. */
  ref?: Ref<{ focus: () => void }> | undefined
}

const ACCEPTED = '.mp3,.m4a,audio/mpeg,audio/mp4,audio/x-m4a'

const calls: UploadCalls = {
  find: (key) => adminApi.get('/media/audio/:key', { params: { key } }),
  add: (key, part, from, sending) =>
    adminApi.put('/media/audio/:key', {
      params: { key },
      query: from,
      body: part,
      contentType: AUDIO_PART_TYPE,
      ...sending,
    }),
  remove: (key) => adminApi.delete('/media/audio/:key', { params: { key } }),
}

/** Drop or choose; it is sent in parts with its progress told, and belongs to the item once that is saved. */
export function AudioField(props: AudioFieldProps) {
  const { label, hint, error, value, onChange, onSend, hasFailed, ref } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const cancelling = useRef<HTMLButtonElement>(null)
  const controller = useRef<AbortController | null>(null)
  const [working, setWorking] = useState<{ sent: number; isWaiting: boolean; name: string } | null>(null)
  const [failure, setFailure] = useState('')
  /** What was sent here, and is whole. */
  const [sent, setSent] = useState<{ name: string; size: number } | null>(null)
  const [left, setLeft] = useState<Unfinished | null>(null)
  const isWorking = working !== null
  const wasWorking = useRef(isWorking)
  useEffect(() => setLeft(unfinished()), [])
  // What arrived stays with the club; who comes back goes on from there.
  useEffect(() => () => controller.current?.abort(), [])
  // What had the focus goes: what stands in its place goes on.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (isWorking !== wasWorking.current && isLost) (isWorking ? cancelling : input).current?.focus()
    wasWorking.current = isWorking
  }, [isWorking])
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }))

  function take(file: File | undefined) {
    if (file && !controller.current) onSend(send(file))
  }

  /** Renders the failure synchronously, because the form next searches for the field that blocks saving. */
  function fail(text: string): 'failed' {
    flushSync(() => {
      setWorking(null)
      setFailure(text)
    })
    return 'failed'
  }

  async function send(file: File): Promise<FileOutcome> {
    setFailure('')
    setSent(null)
    if (file.size === 0) return fail(audioWords.empty)
    if (file.size > AUDIO_MAX_BYTES) return fail(AUDIO_TOO_LARGE)
    const sending = new AbortController()
    controller.current = sending
    const show = (sent: number, isWaiting: boolean) => setWorking({ sent, isWaiting, name: file.name })
    show(0, false)
    setLeft(null)
    try {
      const uploaded = await sendAudio(file, calls, { signal: sending.signal, onProgress: show })
      if (!uploaded.ok) return fail(uploaded.message)
      onChange(uploaded.audio)
      setSent({ name: file.name, size: file.size })
      return 'arrived'
    } catch (cause) {
      if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause
      return 'unchanged'
    } finally {
      controller.current = null
      setWorking(null)
    }
  }

  function cancel() {
    controller.current?.abort()
    const given = unfinished()
    setFailure('Cancelaste el envío.')
    if (given) void forget(given, calls)
  }

  const drop = useDrop(({ files }) => take(files[0]))
  const message = failure || error
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const percent = working && Math.floor(working.sent * 100)
  return (
    <fieldset className="entry picture-entry" data-invalid={message ? '' : undefined} {...drop}>
      <legend>
        {label} <span className="measure">MP3 o M4A, hasta 200 MB</span>
      </legend>
      <div className="picture-well" data-empty={value ? undefined : ''}>
        {value ? (
          <>
            <AudioPlayer path={value} label={label} preload="metadata" />
            {sent && (
              <p className="audio-name">
                {sent.name} <span className="measure">{megabytes(sent.size)}</span>
              </p>
            )}
          </>
        ) : (
          !working && (
            <p className="picture-invitation">
              {left
                ? `Quedó a medias «${left.name}». Elegí el mismo archivo y sigue desde donde quedó.`
                : isTouched()
                  ? 'Elegí el archivo.'
                  : 'Soltá el archivo acá, o elegilo.'}
            </p>
          )
        )}
        <div className="audio-sending">
          {working && percent !== null && (
            <>
              <p className="audio-name">{working.name}</p>
              <progress max={100} value={percent} aria-label="Enviado" />
              <span aria-hidden="true">{`Subiendo ${percent} %`}</span>
            </>
          )}
          {/* Told when something changes, not each percent. */}
          <p role="status">
            {working?.isWaiting && 'Sin conexión con el sitio: sigue solo cuando vuelva.'}
            {working && !working.isWaiting && percent === 100 && 'Revisando el audio…'}
            {!working && value && sent && 'Subió entero. Se publica al guardar.'}
          </p>
        </div>
        <div className="picture-actions">
          {working && (
            <button type="button" className="button" ref={cancelling} onClick={cancel}>
              Cancelar<span className="unseen"> el envío del audio</span>
            </button>
          )}
          {!working && (
            <label className="button">
              {value ? 'Cambiar audio' : 'Elegir audio'}
              <input
                ref={input}
                type="file"
                className="unseen"
                accept={ACCEPTED}
                aria-label={`${label}: ${value ? 'cambiar audio' : 'elegir audio'}`}
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
                setSent(null)
                onChange('')
                input.current?.focus()
              }}
            >
              Quitar<span className="unseen"> el audio</span>
            </button>
          )}
          {!working && hasFailed && (
            <button
              type="button"
              className="button"
              onClick={() => {
                setFailure('')
                onSend(Promise.resolve('unchanged'))
                input.current?.focus()
              }}
            >
              {value ? 'Seguir con este' : 'Seguir sin audio'}
            </button>
          )}
          {!working && !value && left && (
            <button
              type="button"
              className="button"
              onClick={() => {
                void forget(left, calls)
                setLeft(null)
                input.current?.focus()
              }}
            >
              Olvidarlo
            </button>
          )}
        </div>
      </div>
      {message && (
        <p className="entry-error" id={errorId} role="alert">
          {message}
        </p>
      )}
      {hint && (
        <p className="entry-hint" id={hintId}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}

/** '16,7 MB', '0,1 MB' at least. */
const megabytes = (bytes: number): string =>
  `${Math.max(0.1, bytes / 1024 ** 2).toLocaleString('es-AR', { maximumFractionDigits: 1 })} MB`
