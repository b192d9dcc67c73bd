import { useState } from 'react'
import type { Answer, Sending } from '../../../../api/client/call.ts'
import { type DescribedFieldProps, isTouchDevice } from '../../../../forms/field.tsx'
import { liveRegion } from '../../../../ui/live-region.ts'
import type { AnyEntity } from '../../../shared/resources.ts'
import type { FileOutcome } from '../../form/editor/pending-files.ts'
import { FilmPlayer } from '../media-players.tsx'
import { FileEntry, type FocusRef } from './file-entry.tsx'
import { FILM_ACCEPTED, openFilm } from './film-file.ts'
import { useUpload } from './use-upload.ts'

/** Sends a film, and the picture that was taken from the film. */
export type AddFilm = (film: File, frame: string, sending: Sending) => Promise<Answer<AnyEntity>>

interface FilmFieldProps extends DescribedFieldProps {
  /** Path of the film. Blank for the default film. */
  value: string
  /** Path of the stored film, or blank. */
  storedPath: string
  onChange: (value: string) => void
  add: AddFilm
  /** Receives the outcome of each chosen film. The form waits for this outcome before it saves. */
  onSend: (outcome: Promise<FileOutcome>) => void
  ref?: FocusRef
}

/** Progress of a film. `sent` is 0–1, or null while the browser opens the film. */
interface Progress {
  sent: number | null
}

/**
 * Field for a film. The browser decodes the film to check it and to extract a frame, and then sends both. The site shows
 * the film as soon as it is uploaded, even if the form is not saved.
 */
export function FilmField(props: FilmFieldProps) {
  const { label, hint = '', error, value, storedPath, onChange, add, onSend, ref } = props
  const [done, setDone] = useState('')
  const upload = useUpload<Progress>({
    onSend,
    refused: 'dropped',
    cancelled: { outcome: 'unchanged', message: 'Cancelaste el envío: quedó el film que estaba.' },
  })
  const { progress } = upload
  const percent = progress?.sent == null ? null : Math.round(progress.sent * 100)

  function take(file: File | undefined) {
    if (!file) return
    upload.start({ sent: null }, async (signal, show) => {
      setDone('')
      const opened = await openFilm(file)
      signal.throwIfAborted()
      if (!opened.ok) return opened.message
      show({ sent: 0 })
      const answer = await add(file, opened.frame, { signal, onProgress: (sent) => show({ sent }) })
      if (!answer.ok) return answer.problem.detail
      setDone('El film ya se ve en el sitio, con una imagen sacada de él si no elegiste otra.')
      return ''
    })
  }

  function replace(path: string) {
    setDone('')
    onChange(path)
  }

  return (
    <FileEntry
      label={label}
      measure="MP4, hasta 24 MB"
      hint={`${hint} Se ve en el sitio apenas termina de subir.`}
      error={upload.failure || error}
      noun="film"
      accept={FILM_ACCEPTED}
      isFilled={value !== ''}
      onFile={take}
      ref={ref}
      // At 100 % the server has the whole film and stores it, so the upload can no longer be cancelled.
      cancel={progress && { act: upload.cancel, isDisabled: percent === 100 }}
      actions={[
        value && { text: 'Volver al film que viene', act: () => replace('') },
        !value && storedPath && { text: 'Dejar el que estaba', act: () => replace(storedPath) },
      ]}
    >
      {value ? (
        <FilmPlayer path={value} label={label} />
      ) : (
        <p className="picture-invitation">
          {storedPath
            ? 'Al guardar vuelve el film que viene.'
            : isTouchDevice()
              ? 'Está el film que viene. Elegí uno de ustedes.'
              : 'Está el film que viene. Soltá uno de ustedes acá, o elegilo.'}
        </p>
      )}
      <div className="sending" {...liveRegion}>
        {progress ? <FilmProgress percent={percent} /> : done}
      </div>
    </FileEntry>
  )
}

const FilmProgress = ({ percent }: { percent: number | null }) =>
  percent === null ? (
    'Abriendo el film…'
  ) : (
    <>
      <progress max={100} value={percent} aria-label="Enviado" />
      {percent === 100 ? 'Guardando…' : `Subiendo ${percent} %`}
    </>
  )
